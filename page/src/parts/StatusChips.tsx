import type { RunStatus, ScheduleStatus } from '../api/types';
import { goInstead, search, withSearch } from '../router/router';
import { number } from '../time/words';
import { Shape, look } from './Status';

/** Narrows a list to one status, which stands in the address. */
export function StatusChips<S extends RunStatus | ScheduleStatus>({
  label,
  statuses,
  counts,
}: {
  label: string;
  statuses: S[];
  counts?: (Record<S, number> & { total: number }) | undefined;
}) {
  const status = search.value.get('status');
  return (
    <div class="chips" role="group" aria-label={label}>
      <button type="button" class="chip" aria-pressed={status === null} onClick={() => goInstead(withSearch({ status: null }))}>
        All
        {counts && <span class="faint">{number(counts.total)}</span>}
      </button>
      {statuses.map((each) => (
        <button
          key={each}
          type="button"
          class="chip"
          aria-pressed={status === each}
          onClick={() => goInstead(withSearch({ status: status === each ? null : each }))}
        >
          <Shape status={each} />
          {look(each).word}
          {counts && <span class="faint">{number(counts[each])}</span>}
        </button>
      ))}
    </div>
  );
}
