import type { ScheduleStatus, StatusCounts } from '../../api/types';
import { Shape, look } from '../../parts/Status';
import { number } from '../../time/words';

const ORDER: ScheduleStatus[] = ['active', 'paused', 'dead', 'done', 'stopped'];

/** How many schedules there are of each status; each leads to them. */
export function CountTiles({ counts }: { counts: StatusCounts }) {
  return (
    <ul class="tiles" aria-label="Schedules by status">
      {ORDER.map((status) => (
        <li key={status}>
          <a class="card tile" href={`/schedules?status=${status}`} data-none={counts[status] === 0}>
            <span class="tile-name">
              <Shape status={status} />
              {look(status).word}
            </span>
            <span class="tile-count">{number(counts[status])}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
