import type { Schedule } from '../../api/types';
import { Status } from '../../parts/Status';
import { When } from '../../parts/When';
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
        <dd class="figure-note">{schedule.next_run_at ? moment(schedule.next_run_at) : `it is ${schedule.status}`}</dd>
      </div>
      <div>
        <dt>Last run</dt>
        <dd>{schedule.last_run_status ? <Status of={schedule.last_run_status} /> : <span class="faint">never</span>}</dd>
        <dd class="figure-note">{schedule.last_run_at && <When at={schedule.last_run_at} zone={schedule.timezone} />}</dd>
      </div>
      <div>
        <dt>Successes</dt>
        <dd>{number(schedule.run_count)}</dd>
        <dd class="figure-note">
          {schedule.total_repeats > 0 ? `${number(schedule.current_repeat)} of ${number(schedule.total_repeats)} repeats` : 'repeats without end'}
        </dd>
      </div>
      <div>
        <dt>Failed attempts</dt>
        <dd class={schedule.consecutive_failures > 0 ? 'tone-bad' : ''}>{number(schedule.error_count)}</dd>
        <dd class="figure-note">{number(schedule.consecutive_failures)} in a row</dd>
      </div>
      <div>
        <dt>Skipped</dt>
        <dd>{number(schedule.skipped_count)}</dd>
        <dd class="figure-note">slots that did not run</dd>
      </div>
    </dl>
  );
}
