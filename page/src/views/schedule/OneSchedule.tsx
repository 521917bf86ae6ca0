import { useState } from 'preact/hooks';
import { may } from '../../api/session';
import type { Schedule } from '../../api/types';
import { reloadVisible, useGet } from '../../data/load';
import { eventOf } from '../../live/events';
import { Empty } from '../../parts/Empty';
import { Head } from '../../parts/Head';
import { Icon } from '../../parts/Icon';
import { ProblemNotice } from '../../parts/Notice';
import { Status } from '../../parts/Status';
import { go } from '../../router/router';
import { useKeys } from '../../shell/useKeys';
import { Calendar } from './Calendar';
import { Counters } from './Counters';
import { Definition } from './Definition';
import { History } from './History';
import { Upcoming } from './Upcoming';
import { Verbs, type Verb } from './Verbs';
import { Warnings } from './Warnings';

/** Everything about one schedule, and everything that can be done with it. */
export function OneSchedule({ id }: { id: string }) {
  const { data: schedule, problem } = useGet<Schedule>(`/schedules/${encodeURIComponent(id)}`, eventOf(id));
  const [verb, setVerb] = useState<Verb | null>(null);
  useKeys({ e: () => go(`/schedules/${id}/edit`) });
  if (schedule === undefined) {
    return problem === undefined ? <Head title="Schedule" /> : <Missing problem={problem} />;
  }
  return (
    <>
      <Head
        title={schedule.name}
        trail={{ label: 'Schedules', href: '/schedules' }}
        mark={<Status of={schedule.status} />}
        note={schedule.description === '' ? undefined : schedule.description}
      >
        <Actions schedule={schedule} onVerb={setVerb} />
      </Head>
      <div class="stack">
        <ProblemNotice problem={problem} />
        <Warnings schedule={schedule} onVerb={setVerb} />
        <div class="columns-side">
          <div class="stack">
            <Counters schedule={schedule} />
            <Calendar schedule={schedule} />
            <History schedule={schedule} />
          </div>
          <div class="stack">
            <Upcoming schedule={schedule} />
            <Definition schedule={schedule} />
          </div>
        </div>
      </div>
      {verb !== null && <Verbs verb={verb} schedule={schedule} onClose={() => setVerb(null)} onDone={reloadVisible} />}
    </>
  );
}

function Missing({ problem }: { problem: NonNullable<ReturnType<typeof useGet>['problem']> }) {
  if (problem.status !== 404) {
    return (
      <>
        <Head title="Schedule" />
        <ProblemNotice problem={problem} />
      </>
    );
  }
  return (
    <>
      <Head title="Schedule" trail={{ label: 'Schedules', href: '/schedules' }} />
      <Empty icon="schedules" title="There is no such schedule">
        <p>
          It may have been deleted. <a href="/schedules">All schedules</a>
        </p>
      </Empty>
    </>
  );
}

/** The verbs that make sense for its status; what the token does not allow is not offered. */
function Actions({ schedule, onVerb }: { schedule: Schedule; onVerb: (verb: Verb) => void }) {
  return (
    <>
      {may('run') && (
        <button type="button" class="button button-primary" onClick={() => onVerb('run')}>
          <Icon name="bolt" />
          Run now
        </button>
      )}
      {may('write') && schedule.status === 'active' && (
        <button type="button" class="button" onClick={() => onVerb('pause')}>
          <Icon name="pause" />
          Pause
        </button>
      )}
      {may('write') && schedule.status === 'paused' && (
        <button type="button" class="button" onClick={() => onVerb('resume')}>
          <Icon name="play" />
          Resume
        </button>
      )}
      {may('write') && (schedule.status === 'dead' || schedule.status === 'done') && (
        <button type="button" class="button" onClick={() => onVerb('revive')}>
          <Icon name="repeat" />
          Revive
        </button>
      )}
      {may('run') && schedule.run_at === null && (
        <button type="button" class="button" onClick={() => onVerb('backfill')}>
          <Icon name="fill" />
          Backfill
        </button>
      )}
      {may('write') && (
        <>
          <a class="button" href={`/schedules/${schedule.id}/edit`}>
            <Icon name="edit" />
            Edit
          </a>
          {schedule.status !== 'stopped' && (
            <button type="button" class="button" onClick={() => onVerb('stop')}>
              <Icon name="stop" />
              Stop
            </button>
          )}
          <button type="button" class="button button-danger" onClick={() => onVerb('delete')}>
            <Icon name="trash" />
            Delete
          </button>
        </>
      )}
    </>
  );
}
