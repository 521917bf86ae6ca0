import type { Schedule } from '../../api/types';
import { Status } from '../../parts/Status';
import { When } from '../../parts/When';
import { now } from '../../time/clock';
import { moment, number } from '../../time/words';

/** How it stands, in five figures. */
export function Counters({ schedule }: { schedule: Schedule }) {
  return (
    <dl class="card figures">
      <div>
        <dt>Next run</dt>
        <dd>
          <When at={schedule.next_run_at} zone={schedule.timezone} none="none" />
        </dd>
        <span class="faint small">{schedule.next_run_at ? moment(schedule.next_run_at) : `it is ${schedule.status}`}</span>
      </div>
      <div>
        <dt>Last run</dt>
        <dd>{schedule.last_run_status ? <Status of={schedule.last_run_status} /> : <span class="faint">never</span>}</dd>
        <span class="faint small">{schedule.last_run_at && <When at={schedule.last_run_at} zone={schedule.timezone} />}</span>
      </div>
      <div>
        <dt>Successes</dt>
        <dd>{number(schedule.run_count)}</dd>
        <span class="faint small">
          {schedule.total_repeats > 0 ? `${number(schedule.current_repeat)} of ${number(schedule.total_repeats)} repeats` : 'repeats without end'}
        </span>
      </div>
      <div>
        <dt>Failed attempts</dt>
        <dd class={schedule.consecutive_failures > 0 ? 'tone-bad' : ''}>{number(schedule.error_count)}</dd>
        <span class="faint small">{number(schedule.consecutive_failures)} in a row</span>
      </div>
      <div>
        <dt>Skipped</dt>
        <dd>{number(schedule.skipped_count)}</dd>
        <span class="faint small">made {ago(schedule.created_at)}</span>
      </div>
    </dl>
  );
}

function ago(at: string): string {
  const days = Math.floor((now.value - Date.parse(at)) / 86_400_000);
  return days < 1 ? 'today' : days === 1 ? 'yesterday' : `${number(days)} days ago`;
}
