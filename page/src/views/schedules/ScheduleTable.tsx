import type { Schedule } from '../../api/types';
import { Icon } from '../../parts/Icon';
import { useListKeys } from '../../parts/listKeys';
import { Sparkline } from '../../parts/Sparkline';
import { Status, look } from '../../parts/Status';
import { aim, TargetTag } from '../../parts/Target';
import { timingInWords } from '../../parts/timing';
import { When } from '../../parts/When';
import { go, goInstead, search, withSearch } from '../../router/router';

interface Properties {
  schedules: Schedule[];
  chosen: ReadonlySet<string>;
  onChoose: (change: (chosen: ReadonlySet<string>) => ReadonlySet<string>) => void;
}

/** One page of schedules; j and k walk it, Enter opens, x selects. */
export function ScheduleTable({ schedules, chosen, onChoose }: Properties) {
  const toggle = (id: string): void =>
    onChoose((before) => {
      const next = new Set(before);
      if (!next.delete(id)) {
        next.add(id);
      }
      return next;
    });
  const here = useListKeys(schedules, {
    open: (schedule) => go(`/schedules/${schedule.id}`),
    select: (schedule) => toggle(schedule.id),
  });
  const all = schedules.every((schedule) => chosen.has(schedule.id));
  return (
    <div class="table-wrap">
      <table class="table schedules">
        <thead>
          <tr>
            <th class="tick">
              <input
                type="checkbox"
                aria-label="Select all on this page"
                checked={all}
                onChange={() => onChoose(() => new Set(all ? [] : schedules.map((schedule) => schedule.id)))}
              />
            </th>
            <Sorted by="name">Schedule</Sorted>
            <Sorted by="status">Status</Sorted>
            <th>Target</th>
            <th>Last 20</th>
            <Sorted by="last_run_at">Last run</Sorted>
            <Sorted by="next_run_at">Next run</Sorted>
          </tr>
        </thead>
        <tbody>
          {schedules.map((schedule, index) => (
            <Row
              key={schedule.id}
              schedule={schedule}
              here={index === here}
              chosen={chosen.has(schedule.id)}
              onToggle={() => toggle(schedule.id)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProperties {
  schedule: Schedule;
  here: boolean;
  chosen: boolean;
  onToggle: () => void;
}

function Row({ schedule, here, chosen, onToggle }: RowProperties) {
  return (
    <tr data-here={here} data-chosen={chosen} data-id={schedule.id} aria-selected={chosen}>
      <td class="tick">
        <input type="checkbox" aria-label={`Select ${schedule.name}`} checked={chosen} onChange={onToggle} />
      </td>
      <td>
        <div class="name">
          <a class="name-main" href={`/schedules/${schedule.id}`}>
            {schedule.name}
          </a>
          <span class="name-note">{timingInWords(schedule)}</span>
        </div>
      </td>
      <td class="status-cell">
        <Status of={schedule.status} />
      </td>
      <td class="roomy">
        <div class="target-cell">
          <TargetTag kind={schedule.target} />
          <span class="cut small soft" title={aim(schedule)}>
            {aim(schedule)}
          </span>
        </div>
      </td>
      <td class="spark-cell">
        <Sparkline outcomes={schedule.outcomes} />
      </td>
      <td class="last-cell">
        {schedule.last_run_at === null ? (
          <span class="faint">never</span>
        ) : (
          <span class="outcome">
            {schedule.last_run_status && <Status of={schedule.last_run_status} word={look(schedule.last_run_status).word} />}
            <span class="faint small">
              <When at={schedule.last_run_at} zone={schedule.timezone} />
            </span>
          </span>
        )}
      </td>
      <td class="tail nowrap">
        <When at={schedule.next_run_at} zone={schedule.timezone} />
      </td>
    </tr>
  );
}

/** A column that sorts the whole list, not only this page. */
function Sorted({ by, children }: { by: string; children: string }) {
  const on = search.value.get('sort') === by;
  const down = search.value.get('order') === 'desc';
  const turn = (): void => {
    const next = !on ? { sort: by, order: 'asc' } : !down ? { sort: by, order: 'desc' } : { sort: null, order: null };
    goInstead(withSearch(next));
  };
  return (
    <th aria-sort={on ? (down ? 'descending' : 'ascending') : 'none'}>
      <button type="button" class="sort" data-on={on} onClick={turn}>
        {children}
        {on && <Icon name={down ? 'down' : 'up'} />}
      </button>
    </th>
  );
}
