import type { Upcoming } from '../../api/types';
import { useGet } from '../../data/load';
import { scheduleEvent } from '../../live/events';
import { LoadBars } from '../../parts/LoadBars';
import { TargetTag } from '../../parts/Target';
import { When } from '../../parts/When';
import { now } from '../../time/clock';
import { clockTime, number } from '../../time/words';

const SHOWN = 6;

/** What comes within the hour: load by the minute, and the first of it by name. */
export function NextHour() {
  const { data } = useGet<Upcoming>('/upcoming?minutes=60', scheduleEvent, 60_000);
  const slots = data?.slots.filter((slot) => Date.parse(slot.at) > now.value) ?? [];
  const total = data?.minutes.reduce((sum, minute) => sum + minute.count, 0) ?? 0;
  const last = data?.minutes.findLast((minute) => minute.count > 0);
  return (
    <section class="card" aria-label="Next hour">
      <div class="card-head">
        <h2>Next hour</h2>
        <a class="faint small" href="/next">
          {number(total)}
          {data?.truncated ? ' and more' : ''} slots
          {data?.truncated && last ? `, counted until ${clockTime(last.at)}` : ''}
        </a>
      </div>
      <div class="card-body">
        {data && <LoadBars minutes={data.minutes} truncated={data.truncated} />}
        {data && slots.length === 0 && <p class="faint">Nothing is due within the hour.</p>}
      </div>
      {slots.length > 0 && (
        <ul class="rows next-rows">
          {slots.slice(0, SHOWN).map((slot) => (
            <li key={`${slot.schedule_id}${slot.at}`}>
              <a class="next-row" href={`/schedules/${slot.schedule_id}`}>
                <span class="next-when">
                  <When at={slot.at} />
                </span>
                <span class="cut">{slot.name}</span>
                <TargetTag kind={slot.target} />
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
