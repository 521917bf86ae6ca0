import type { Upcoming, UpcomingSlot } from '../../api/types';
import { useGet } from '../../data/load';
import { scheduleEvent } from '../../live/events';
import { Empty } from '../../parts/Empty';
import { Head } from '../../parts/Head';
import { LoadBars } from '../../parts/LoadBars';
import { Notice, ProblemNotice } from '../../parts/Notice';
import { Segments } from '../../parts/Segments';
import { TargetTag } from '../../parts/Target';
import { When } from '../../parts/When';
import { goInstead, search, withSearch } from '../../router/router';
import { now } from '../../time/clock';
import { clockTime, number, shortMoment } from '../../time/words';

const SPANS = ['60', '360', '1440'] as const;
type Span = (typeof SPANS)[number];

/** What comes, as a timeline. */
export function Next() {
  const asked = search.value.get('minutes') as Span | null;
  const minutes: Span = asked !== null && SPANS.includes(asked) ? asked : '60';
  const { data, problem } = useGet<Upcoming>(`/upcoming?minutes=${minutes}`, scheduleEvent, 60_000);
  const slots = data?.slots.filter((slot) => Date.parse(slot.at) > now.value - 1000) ?? [];
  const total = data?.minutes.reduce((sum, minute) => sum + minute.count, 0) ?? 0;
  return (
    <>
      <Head title="Next" note={data && `${number(total)} slots until ${shortMoment(data.until)}`}>
        <Segments
          label="How far"
          value={minutes}
          choices={[
            { value: '60', label: '1 hour' },
            { value: '360', label: '6 hours' },
            { value: '1440', label: '1 day' },
          ]}
          onChange={(value) => goInstead(withSearch({ minutes: value }))}
        />
      </Head>
      <div class="stack">
        <ProblemNotice problem={problem} />
        {data?.truncated && (
          <Notice kind="plain" title={`Counted until ${shortMoment(data.until)}`}>
            <p>So many slots come that only the first {number(total)} were counted; the grey part was not.</p>
          </Notice>
        )}
        {data && (
          <section class="card" aria-label="Load">
            <div class="card-head">
              <h2>Slots a minute</h2>
            </div>
            <div class="card-body">
              <LoadBars minutes={data.minutes} truncated={data.truncated} />
            </div>
          </section>
        )}
        {data && slots.length === 0 ? (
          <div class="card">
            <Empty icon="next" title="Nothing is due" />
          </div>
        ) : (
          <Timeline slots={slots} />
        )}
      </div>
    </>
  );
}

/** Slots under the minute they are due in. */
function Timeline({ slots }: { slots: UpcomingSlot[] }) {
  const minutes = new Map<string, UpcomingSlot[]>();
  for (const slot of slots) {
    const minute = clockTime(slot.at);
    minutes.set(minute, [...(minutes.get(minute) ?? []), slot]);
  }
  return (
    <section class="card" aria-label="Timeline">
      <ol class="timeline">
        {[...minutes].map(([minute, due]) => (
          <li key={minute}>
            <div class="timeline-minute">{minute}</div>
            <ul>
              {due.map((slot) => (
                <li key={`${slot.schedule_id}${slot.at}`}>
                  <a class="next-row" href={`/schedules/${slot.schedule_id}`}>
                    <span class="next-when">
                      <When at={slot.at} />
                    </span>
                    <span class="cut">{slot.name}</span>
                    <TargetTag kind={slot.target} />
                  </a>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </section>
  );
}
