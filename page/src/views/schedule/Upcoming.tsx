import type { Preview, Schedule } from '../../api/types';
import { useGet } from '../../data/load';
import { eventOf } from '../../live/events';
import { SlotList } from '../../parts/SlotList';

/** When it will run, in its own zone and in the viewer's. */
export function Upcoming({ schedule }: { schedule: Schedule }) {
  const { data } = useGet<Preview>(`/schedules/${schedule.id}/upcoming?count=6`, eventOf(schedule.id));
  return (
    <section class="card" aria-label="Upcoming">
      <div class="card-head">
        <h2>Upcoming</h2>
      </div>
      <div class="card-body">
        {data && <p class="upcoming-words">{data.description}</p>}
        {data && data.slots.length === 0 ? (
          <p class="faint">Nothing: it is {schedule.status}.</p>
        ) : (
          <SlotList slots={data?.slots ?? []} zone={schedule.timezone} />
        )}
      </div>
    </section>
  );
}
