import { useEffect, useState } from 'preact/hooks';
import { query } from '../../api/http';
import { may } from '../../api/session';
import type { Schedule, ScheduleStatus, StatusCounts } from '../../api/types';
import { useGet } from '../../data/load';
import { usePages } from '../../data/pages';
import { anyEvent } from '../../live/events';
import { Empty } from '../../parts/Empty';
import { Head } from '../../parts/Head';
import { Icon } from '../../parts/Icon';
import { ProblemNotice } from '../../parts/Notice';
import { Pager } from '../../parts/Pager';
import { search } from '../../router/router';
import { number, plural } from '../../time/words';
import { BulkBar } from './BulkBar';
import { Filters } from './Filters';
import { ScheduleTable } from './ScheduleTable';

const SIZE = 50;

/** Counts by status of what the other filters let through, and of all of it. */
export interface Counts extends StatusCounts {
  total: number;
}

/** All schedules: searched, filtered and sorted by the server, a page at a time, so that many are no slower. */
export function Schedules() {
  const filters = {
    q: search.value.get('q'),
    target: search.value.get('target'),
    workflow_id: search.value.get('workflow_id'),
    agent_id: search.value.get('agent_id'),
  };
  const status = search.value.get('status');
  const sort = search.value.get('sort');
  const path = `/schedules${query({ ...filters, status, sort, order: sort ? search.value.get('order') : null, include: 'outcomes,timing', limit: SIZE })}`;
  const list = usePages<Schedule>(path, anyEvent);
  const counts = useGet<Counts>(`/schedules/counts${query(filters)}`, anyEvent);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => setChosen(new Set()), [path]);

  const total = status === null ? counts.data?.total : counts.data?.[status as ScheduleStatus];
  const filtered = status !== null || Object.values(filters).some((value) => value !== null);
  return (
    <>
      <Head title="Schedules" note={counts.data && `${plural(counts.data.total, 'schedule')}${filters.q ? ' found' : ''}`}>
        {may('write') && (
          <a class="button button-primary" href="/schedules/new">
            <Icon name="plus" />
            New schedule
          </a>
        )}
      </Head>
      <Filters counts={counts.data} />
      <ProblemNotice problem={list.problem} />
      <section class="card" aria-label="Schedules" aria-busy={list.loading}>
        {chosen.size > 0 && (
          <BulkBar
            chosen={chosen}
            onDone={() => {
              setChosen(new Set());
              void list.reload();
              void counts.reload();
            }}
            onClear={() => setChosen(new Set())}
          />
        )}
        {list.items === undefined ? (
          <Waiting />
        ) : list.items.length === 0 ? (
          <Nothing filtered={filtered} />
        ) : (
          <ScheduleTable schedules={list.items} chosen={chosen} onChoose={setChosen} />
        )}
        <Pager of={list} size={SIZE} total={total} />
      </section>
      <p class="unseen" role="status">
        {total !== undefined && `${number(total)} schedules`}
      </p>
    </>
  );
}

function Waiting() {
  return (
    <div class="rows-waiting" aria-hidden="true">
      {Array.from({ length: 8 }, (_, index) => (
        <div class="waiting" key={index} />
      ))}
    </div>
  );
}

function Nothing({ filtered }: { filtered: boolean }) {
  if (filtered) {
    return (
      <Empty icon="search" title="No schedule is like that">
        <p>
          Search looks for text within names. <a href="/schedules">Show all</a>
        </p>
      </Empty>
    );
  }
  return (
    <Empty icon="schedules" title="No schedules yet">
      <p>A schedule is a timing, a target and a payload: run this, then, and keep doing it.</p>
      {may('write') && (
        <a class="button button-primary" href="/schedules/new">
          <Icon name="plus" />
          New schedule
        </a>
      )}
    </Empty>
  );
}
