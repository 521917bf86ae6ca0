import type { ScheduleStatus, TargetKind } from '../../api/types';
import { Icon } from '../../parts/Icon';
import { Search } from '../../parts/Search';
import { StatusChips } from '../../parts/StatusChips';
import { TARGETS } from '../../parts/Target';
import { goInstead, search, withSearch } from '../../router/router';
import type { Counts } from './Schedules';

const STATUSES: ScheduleStatus[] = ['active', 'paused', 'dead', 'done', 'stopped'];

/** What narrows the list; all of it stands in the address, so that it can be kept and shared. */
export function Filters({ counts }: { counts: Counts | undefined }) {
  const workflow = search.value.get('workflow_id');
  const agent = search.value.get('agent_id');
  return (
    <div class="bar">
      <Search
        label="Search schedules"
        value={search.value.get('q') ?? ''}
        onSearch={(text) => goInstead(withSearch({ q: text.trim() }))}
      />
      <StatusChips label="Status" statuses={STATUSES} counts={counts} />
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
