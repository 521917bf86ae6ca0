import { useState } from 'preact/hooks';
import { post } from '../../api/http';
import type { Run, Schedule } from '../../api/types';
import { useAction } from '../../data/act';
import { Dialog, SubmitOrCancel } from '../../parts/Dialog';
import { checkJson, JsonField } from '../../parts/JsonField';
import { ProblemNotice } from '../../parts/Notice';
import { say } from '../../parts/toasts';

interface Properties {
  schedule: Schedule;
  onClose: () => void;
  onDone: () => void;
}

/** Runs it at once, with its own payload or with another. */
export function RunDialog({ schedule, onClose, onDone }: Properties) {
  const own = schedule.payload === null || schedule.payload === undefined ? '' : JSON.stringify(schedule.payload, null, 2);
  const [other, setOther] = useState(false);
  const [payload, setPayload] = useState(own);
  const action = useAction();
  const checked = other ? checkJson(payload) : { value: undefined, wrong: null };
  const start = async (): Promise<void> => {
    await post<Run>(`/schedules/${schedule.id}/run`, other ? { payload: checked.value ?? null } : {});
    say('It runs.');
    onDone();
    onClose();
  };
  return (
    <Dialog
      title={`Run “${schedule.name}” now`}
      onClose={onClose}
      onSubmit={() => {
        if (checked.wrong === null) {
          void action.run(start);
        }
      }}
      foot={<SubmitOrCancel verb="Run now" disabled={action.busy || checked.wrong !== null} onCancel={onClose} />}
    >
      <p class="soft">Once, whatever its status. Neither its repeats nor its next slot move.</p>
      {schedule.target !== 'message' && (
        <>
          <label class="check">
            <input type="checkbox" checked={other} onChange={() => setOther(!other)} />
            With another payload
          </label>
          {other && (
            <JsonField label="Payload" name="payload" value={payload} onChange={setPayload} problem={action.problem} wrong={checked.wrong} />
          )}
        </>
      )}
      <ProblemNotice problem={action.problem} fields={other ? ['payload'] : []} />
    </Dialog>
  );
}
