import { useState } from 'preact/hooks';
import { query } from '../../api/http';
import type { Run, RunStatus, Schedule } from '../../api/types';
import { usePages } from '../../data/pages';
import { eventOf } from '../../live/events';
import { Empty } from '../../parts/Empty';
import { ProblemNotice } from '../../parts/Notice';
import { Pager } from '../../parts/Pager';
import { RunRow } from '../../parts/RunRow';
import { look } from '../../parts/Status';

const SIZE = 20;

/** Runs end with an event, but begin without one. */
const BEGINNINGS = 5000;
const STATUSES: RunStatus[] = ['success', 'error', 'timeout', 'skipped', 'cancelled', 'running', 'waiting'];

/** What it did, newest first; each run opens to its attempts. */
export function History({ schedule }: { schedule: Schedule }) {
  const [status, setStatus] = useState('');
  const list = usePages<Run>(`/schedules/${schedule.id}/runs${query({ status, limit: SIZE })}`, eventOf(schedule.id), BEGINNINGS);
  const [open, setOpen] = useState<string | null>(null);
  return (
    <section class="card" aria-label="History">
      <div class="card-head">
        <h2>History</h2>
        <select class="input filter-select" aria-label="Outcome" value={status} onChange={(event) => setStatus(event.currentTarget.value)}>
          <option value="">All outcomes</option>
          {STATUSES.map((each) => (
            <option key={each} value={each}>
              {look(each).word}
            </option>
          ))}
        </select>
      </div>
      <ProblemNotice problem={list.problem} />
      {list.items?.length === 0 ? (
        <Empty icon="runs" title={status === '' ? 'It has not run yet' : 'No run ended like that'} />
      ) : (
        <div class="run-rows">
          {list.items?.map((run) => (
            <RunRow
              key={run.id}
              run={run}
              zone={schedule.timezone}
              open={open === run.id}
              onToggle={() => setOpen(open === run.id ? null : run.id)}
            />
          ))}
        </div>
      )}
      <Pager of={list} size={SIZE} />
    </section>
  );
}
