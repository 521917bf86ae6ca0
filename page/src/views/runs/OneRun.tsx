import type { Run, Schedule } from '../../api/types';
import { useGet } from '../../data/load';
import { Empty } from '../../parts/Empty';
import { Head } from '../../parts/Head';
import { ProblemNotice } from '../../parts/Notice';
import { RunDetail } from '../../parts/RunDetail';
import { Status } from '../../parts/Status';
import { duration } from '../../time/words';

/** One run at an address of its own. */
export function OneRun({ id }: { id: string }) {
  const { data: run, problem } = useGet<Run>(`/runs/${encodeURIComponent(id)}`, (event) => event.data.run_id === undefined || event.data.run_id === id);
  const { data: schedule } = useGet<Schedule>(run ? `/schedules/${run.schedule_id}` : null);
  if (run === undefined) {
    return (
      <>
        <Head title="Run" trail={{ label: 'Runs', href: '/runs' }} />
        {problem?.status === 404 ? (
          <Empty icon="runs" title="There is no such run">
            <p>Only the newest runs of each schedule are kept.</p>
          </Empty>
        ) : (
          <ProblemNotice problem={problem} />
        )}
      </>
    );
  }
  return (
    <>
      <Head
        title={schedule?.name ?? 'Run'}
        trail={{ label: 'Runs', href: '/runs' }}
        mark={<Status of={run.status} />}
        note={run.duration_ms === null ? undefined : `Took ${duration(run.duration_ms)}`}
      >
        <a class="button" href={`/schedules/${run.schedule_id}`}>
          Schedule
        </a>
      </Head>
      <div class="card form-part">
        <RunDetail run={run} zone={schedule?.timezone ?? null} />
      </div>
    </>
  );
}
