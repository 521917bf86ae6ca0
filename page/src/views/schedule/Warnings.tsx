import { may } from '../../api/session';
import type { Schedule } from '../../api/types';
import { Notice } from '../../parts/Notice';
import { When } from '../../parts/When';
import { now } from '../../time/clock';
import { plural, span } from '../../time/words';
import type { Verb } from './Verbs';

/** A slot that is this late has not begun because something is wrong. */
const LATE = 30_000;

/** Why it does not run, or may soon not, and the way back. */
export function Warnings({ schedule, onVerb }: { schedule: Schedule; onVerb: (verb: Verb) => void }) {
  const late = schedule.next_run_at === null ? 0 : now.value - Date.parse(schedule.next_run_at);
  switch (schedule.status) {
    case 'paused':
      return (
        <Notice
          kind={schedule.consecutive_failures > 0 ? 'bad' : 'warn'}
          title={
            schedule.consecutive_failures > 0
              ? `Paused after ${plural(schedule.consecutive_failures, 'failure')} in a row`
              : 'Paused'
          }
          actions={<WayBack label="Resume" verb="resume" onVerb={onVerb} />}
        >
          <Why schedule={schedule} />
          {schedule.consecutive_failures > 0 && (
            <p class="soft">Run it now to see whether it works again; resuming takes the next slot after now.</p>
          )}
        </Notice>
      );
    case 'dead':
      return (
        <Notice kind="bad" title="Dead: it failed too often and does not run any more" actions={<WayBack label="Revive" verb="revive" onVerb={onVerb} />}>
          <Why schedule={schedule} />
        </Notice>
      );
    case 'active':
      if (late > LATE) {
        return (
          <Notice kind="warn" title={`Late by ${span(late)}`}>
            <p>Its slot is due and has not begun. The nodes may be busy, or away: see Nodes.</p>
          </Notice>
        );
      }
      if (schedule.consecutive_failures > 0) {
        return (
          <Notice kind="warn" title={`${plural(schedule.consecutive_failures, 'failure')} in a row`}>
            <Why schedule={schedule} />
            {schedule.max_failures > 0 && (
              <p class="soft">
                At {schedule.max_failures} it becomes {schedule.on_max_failures}.
              </p>
            )}
          </Notice>
        );
      }
      return null;
    case 'done':
    case 'stopped':
      return schedule.status_reason === null ? null : (
        <Notice kind="plain" title={schedule.status === 'done' ? 'Done' : 'Stopped'}>
          <p>{schedule.status_reason}</p>
        </Notice>
      );
  }
}

function Why({ schedule }: { schedule: Schedule }) {
  return (
    <>
      {schedule.status_reason && <p>{schedule.status_reason}</p>}
      {schedule.last_error && !schedule.status_reason?.includes(schedule.last_error.message) && (
        <p>
          Last error <When at={schedule.last_run_at} />: <code>{schedule.last_error.code}</code> {schedule.last_error.message}
        </p>
      )}
    </>
  );
}

function WayBack({ label, verb, onVerb }: { label: string; verb: Verb; onVerb: (verb: Verb) => void }) {
  if (!may('write')) {
    return null;
  }
  return (
    <button type="button" class="button" onClick={() => onVerb(verb)}>
      {label}
    </button>
  );
}
