import { useState } from 'preact/hooks';
import { post, remove } from '../../api/http';
import type { Schedule } from '../../api/types';
import { Confirm } from '../../parts/Confirm';
import { Field } from '../../parts/Field';
import { say } from '../../parts/toasts';
import { go } from '../../router/router';
import { plural } from '../../time/words';
import { BackfillDialog } from './BackfillDialog';
import { RunDialog } from './RunDialog';

export type Verb = 'run' | 'pause' | 'resume' | 'revive' | 'stop' | 'backfill' | 'delete';

interface Properties {
  verb: Verb;
  schedule: Schedule;
  onClose: () => void;
  onDone: () => void;
}

/** The dialog of a verb. */
export function Verbs({ verb, schedule, onClose, onDone }: Properties) {
  const [reason, setReason] = useState('');
  const path = `/schedules/${schedule.id}`;
  const ask = (verb: string, body: unknown, said: string) => async (): Promise<void> => {
    await post(`${path}/${verb}`, body);
    say(said);
    onDone();
  };
  const because = reason.trim() === '' ? {} : { reason: reason.trim() };
  const reasonField = (
    <Field label="Reason" name="reason" hint="Shown to everybody who wonders why it does not run.">
      {(control) => (
        <input {...control} class="input" autoFocus value={reason} onInput={(event) => setReason(event.currentTarget.value)} />
      )}
    </Field>
  );
  switch (verb) {
    case 'run':
      return <RunDialog schedule={schedule} onClose={onClose} onDone={onDone} />;
    case 'backfill':
      return <BackfillDialog schedule={schedule} onClose={onClose} onDone={onDone} />;
    case 'pause':
      return (
        <Confirm title={`Pause “${schedule.name}”`} verb="Pause" onClose={onClose} work={ask('pause', because, 'It is paused.')}>
          <p class="soft">It keeps its counters and does not run until it is resumed.</p>
          {reasonField}
        </Confirm>
      );
    case 'stop':
      return (
        <Confirm title={`Stop “${schedule.name}” for good?`} verb="Stop" danger onClose={onClose} work={ask('stop', because, 'It is stopped.')}>
          <p class="soft">It does not run any more. Its history is kept.</p>
          {reasonField}
        </Confirm>
      );
    case 'resume':
      return (
        <Confirm title={`Resume “${schedule.name}”`} verb="Resume" onClose={onClose} work={ask('resume', {}, 'It runs again.')}>
          <p class="soft">It takes its next slot after now. Slots that passed meanwhile do not run; backfill them if they matter.</p>
        </Confirm>
      );
    case 'revive':
      return (
        <Confirm title={`Revive “${schedule.name}”`} verb="Revive" onClose={onClose} work={ask('revive', {}, 'It lives again.')}>
          <p class="soft">
            {schedule.status === 'dead'
              ? `It was ended after ${plural(schedule.consecutive_failures, 'failure')} in a row. It takes its next slot after now.`
              : 'It was done. It takes its next slot after now; where it has none, or has used up its repeats, edit it first.'}
          </p>
        </Confirm>
      );
    case 'delete':
      return (
        <Confirm
          title={`Delete “${schedule.name}”?`}
          verb="Delete"
          danger
          onClose={onClose}
          work={async () => {
            await remove(path);
            say(`“${schedule.name}” is deleted.`);
            go('/schedules');
          }}
        >
          <p>The schedule and its history are gone for good. Stop it instead to keep the history.</p>
        </Confirm>
      );
  }
}
