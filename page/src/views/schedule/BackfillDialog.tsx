import { useEffect, useState } from 'preact/hooks';
import { post } from '../../api/http';
import type { Backfill, Schedule } from '../../api/types';
import { useAction } from '../../data/act';
import { Dialog, SubmitOrCancel } from '../../parts/Dialog';
import { Field } from '../../parts/Field';
import { Notice, ProblemNotice } from '../../parts/Notice';
import { say } from '../../parts/toasts';
import { fromLocal, toLocal } from '../../time/local';
import { serverNow } from '../../time/clock';
import { plural, viewerZone } from '../../time/words';

const DAY = 86_400_000;

interface Properties {
  schedule: Schedule;
  onClose: () => void;
  onDone: () => void;
}

/** Runs the slots of a past window; how many there are is told before anything runs. */
export function BackfillDialog({ schedule, onClose, onDone }: Properties) {
  const [from, setFrom] = useState(toLocal(new Date(serverNow() - DAY).toISOString()));
  const [to, setTo] = useState(toLocal(new Date(serverNow()).toISOString()));
  const [counted, setCounted] = useState<Backfill | null>(null);
  const action = useAction();
  useEffect(() => setCounted(null), [from, to]);

  const ask = async (dryRun: boolean): Promise<void> => {
    const answer = await post<Backfill>(`/schedules/${schedule.id}/backfill`, {
      from: fromLocal(from),
      to: fromLocal(to),
      dry_run: dryRun,
    });
    if (dryRun) {
      setCounted(answer);
      return;
    }
    say(`${plural(answer.runs, 'run')} added.`);
    onDone();
    onClose();
  };
  const sure = counted !== null;
  return (
    <Dialog
      title={`Backfill “${schedule.name}”`}
      onClose={onClose}
      onSubmit={() => void action.run(() => ask(!sure))}
      foot={<SubmitOrCancel verb={sure ? `Run ${plural(counted.runs, 'slot')}` : 'Count the slots'} disabled={action.busy || counted?.runs === 0} onCancel={onClose} />}
    >
      <p class="soft">Runs the slots of a past window, oldest first. Slots that have a run already do not run again.</p>
      <div class="grid-2">
        <Field label="From" name="from" problem={action.problem} hint={viewerZone}>
          {(control) => (
            <input {...control} class="input" type="datetime-local" value={from} onInput={(event) => setFrom(event.currentTarget.value)} />
          )}
        </Field>
        <Field label="To" name="to" problem={action.problem} hint={viewerZone}>
          {(control) => (
            <input {...control} class="input" type="datetime-local" value={to} onInput={(event) => setTo(event.currentTarget.value)} />
          )}
        </Field>
      </div>
      {sure && (
        <Notice kind={counted.runs === 0 ? 'plain' : 'good'} title={counted.runs === 0 ? 'No slot to run in this window' : `${plural(counted.runs, 'slot')} would run`} />
      )}
      <ProblemNotice problem={action.problem} fields={['from', 'to']} />
    </Dialog>
  );
}
