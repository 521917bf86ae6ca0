import type { ScheduleStatus, TargetKind } from '../../api/types';
import { Icon } from '../../parts/Icon';
import { Search } from '../../parts/Search';
import { Shape, look } from '../../parts/Status';
import { TARGETS } from '../../parts/Target';
import { goInstead, search, withSearch } from '../../router/router';
import { number } from '../../time/words';
import type { Counts } from './Schedules';

const STATUSES: ScheduleStatus[] = ['active', 'paused', 'dead', 'done', 'stopped'];

/** What narrows the list; all of it stands in the address, so that it can be kept and shared. */
export function Filters({ counts, status }: { counts: Counts | undefined; status: string | null }) {
  const workflow = search.value.get('workflow_id');
  const agent = search.value.get('agent_id');
  return (
    <div class="bar">
      <Search
        label="Search schedules"
        value={search.value.get('q') ?? ''}
        onSearch={(text) => goInstead(withSearch({ q: text.trim() }))}
      />
      <div class="chips" role="group" aria-label="Status">
        <button type="button" class="chip" aria-pressed={status === null} onClick={() => goInstead(withSearch({ status: null }))}>
          All
          {counts && <span class="faint">{number(counts.total)}</span>}
        </button>
        {STATUSES.map((each) => (
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
      <select
        class="input filter-select"
        aria-label="Target"
        value={search.value.get('target') ?? ''}
        onChange={(event) => goInstead(withSearch({ target: event.currentTarget.value }))}
      >
        <option value="">All targets</option>
        {(Object.keys(TARGETS) as TargetKind[]).map((kind) => (
          <option key={kind} value={kind}>
            {TARGETS[kind].word}
          </option>
        ))}
      </select>
      {workflow && <Narrowed what={`workflow ${workflow}`} parameter="workflow_id" />}
      {agent && <Narrowed what={`agent ${agent}`} parameter="agent_id" />}
    </div>
  );
}

function Narrowed({ what, parameter }: { what: string; parameter: string }) {
  return (
    <button type="button" class="chip" aria-pressed="true" onClick={() => goInstead(withSearch({ [parameter]: null }))}>
      {what}
      <Icon name="close" />
    </button>
  );
}
