import type { Overview } from '../../api/types';
import { useGet } from '../../data/load';
import { anyEvent } from '../../live/events';
import { may } from '../../api/session';
import { Head } from '../../parts/Head';
import { Icon } from '../../parts/Icon';
import { ProblemNotice } from '../../parts/Notice';
import { plural } from '../../time/words';
import { AttentionList } from './AttentionList';
import { Charts } from './Charts';
import { CountTiles } from './CountTiles';
import { NextHour } from './NextHour';
import { RecentStrip } from './RecentStrip';

/** Is anything wrong, what ran, what comes next: answered in this order, from top to bottom. */
export function OverviewView() {
  const { data, problem } = useGet<Overview>('/overview', anyEvent, 15_000);
  return (
    <>
      <Head title="Overview" note={data && <Verdict overview={data} />}>
        {may('write') && (
          <a class="button button-primary" href="/schedules/new">
            <Icon name="plus" />
            New schedule
          </a>
        )}
      </Head>
      <div class="stack">
        <ProblemNotice problem={problem} />
        {data && (
          <>
            <CountTiles counts={data.counts} />
            <AttentionList overview={data} />
            <RecentStrip runs={data.recent} />
            <Charts minutes={data.throughput} />
          </>
        )}
        <NextHour />
      </div>
    </>
  );
}

/** The answer to the first question, in one sentence. */
function Verdict({ overview }: { overview: Overview }) {
  const total = Object.values(overview.counts).reduce((sum, count) => sum + count, 0);
  if (total === 0) {
    return <>Nothing is scheduled yet.</>;
  }
  if (overview.attention_total === 0) {
    return (
      <span class="verdict tone-good">
        <Icon name="check" />
        All is well: {plural(overview.counts.active, 'schedule')} at work.
      </span>
    );
  }
  return (
    <span class="verdict tone-bad">
      <Icon name="warning" />
      {plural(overview.attention_total, 'schedule needs', 'schedules need')} attention.
    </span>
  );
}
