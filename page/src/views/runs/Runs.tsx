import { useState } from 'preact/hooks';
import { query } from '../../api/http';
import type { Run, RunStatus } from '../../api/types';
import { usePages } from '../../data/pages';
import { runEvent } from '../../live/events';
import { Empty } from '../../parts/Empty';
import { Head } from '../../parts/Head';
import { Icon } from '../../parts/Icon';
import { useListKeys } from '../../parts/listKeys';
import { ProblemNotice } from '../../parts/Notice';
import { Pager } from '../../parts/Pager';
import { RunRow } from '../../parts/RunRow';
import { StatusChips } from '../../parts/StatusChips';
import { goInstead, search, withSearch } from '../../router/router';
import { fromLocal, toLocal } from '../../time/local';

const SIZE = 50;

/** Runs end with an event, but begin without one. */
const BEGINNINGS = 5000;
const STATUSES: RunStatus[] = ['running', 'waiting', 'success', 'error', 'timeout', 'skipped', 'cancelled'];

/** Runs of all schedules, newest first. */
export function Runs() {
  const [open, setOpen] = useState<string | null>(null);
  const filters = Object.fromEntries(
    ['status', 'origin', 'from', 'to', 'schedule_id'].map((name) => [name, search.value.get(name)]),
  );
  const list = usePages<Run>(`/runs${query({ ...filters, include: 'schedule_name', limit: SIZE })}`, runEvent, BEGINNINGS);
  const toggle = (run: Run): void => setOpen(open === run.id ? null : run.id);
  const here = useListKeys(list.items ?? [], { open: toggle });
  return (
    <>
      <Head title="Runs" note="Of all schedules, newest first; skipped slots with their reason." />
      <RunFilters />
      <ProblemNotice problem={list.problem} />
      <section class="card" aria-label="Runs" aria-busy={list.loading}>
        {list.items?.length === 0 ? (
          <Empty icon="runs" title="No runs like that">
            <p>Runs appear here as they end, without a reload.</p>
          </Empty>
        ) : (
          <div class="run-rows run-rows-first">
            {list.items?.map((run, index) => (
              <RunRow
                key={run.id}
                run={run}
                name={run.schedule_name ?? `${run.schedule_id.slice(0, 8)}, deleted`}
                open={open === run.id}
                here={index === here}
                onToggle={() => toggle(run)}
              />
            ))}
          </div>
        )}
        <Pager of={list} size={SIZE} />
      </section>
    </>
  );
}

function RunFilters() {
  return (
    <div class="bar">
      <StatusChips label="Outcome" statuses={STATUSES} />
      <select
        class="input filter-select"
        aria-label="Origin"
        value={search.value.get('origin') ?? ''}
        onChange={(event) => goInstead(withSearch({ origin: event.currentTarget.value }))}
      >
        <option value="">All origins</option>
        <option value="schedule">by schedule</option>
        <option value="manual">run by hand</option>
        <option value="backfill">backfill</option>
      </select>
      <div class="moments">
        <Moment name="from" label="From" />
        <Moment name="to" label="To" />
      </div>
      {search.value.get('schedule_id') && (
        <button type="button" class="chip" aria-pressed="true" onClick={() => goInstead(withSearch({ schedule_id: null }))}>
          one schedule
          <Icon name="close" />
        </button>
      )}
    </div>
  );
}

function Moment({ name, label }: { name: string; label: string }) {
  return (
    <label class="moment">
      <span class="faint small">{label}</span>
      <input
        class="input filter-select"
        type="datetime-local"
        value={toLocal(search.value.get(name))}
        onChange={(event) => goInstead(withSearch({ [name]: fromLocal(event.currentTarget.value) }))}
      />
    </label>
  );
}
