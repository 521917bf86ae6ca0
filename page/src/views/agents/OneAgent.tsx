import { useState } from 'preact/hooks';
import { remove } from '../../api/http';
import { may } from '../../api/session';
import type { Agent, PageOf, Room, Schedule } from '../../api/types';
import { useGet } from '../../data/load';
import { anyEvent, runEvent } from '../../live/events';
import { Confirm } from '../../parts/Confirm';
import { Head } from '../../parts/Head';
import { Icon } from '../../parts/Icon';
import { ProblemNotice } from '../../parts/Notice';
import { Status } from '../../parts/Status';
import { timingInWords } from '../../parts/timing';
import { say } from '../../parts/toasts';
import { When } from '../../parts/When';
import { go } from '../../router/router';
import { plural } from '../../time/words';

/** An agent, its schedules and its rooms. */
export function OneAgent({ id }: { id: string }) {
  const path = `/agents/${encodeURIComponent(id)}`;
  const { data: agent, problem } = useGet<Agent>(path);
  const schedules = useGet<PageOf<Schedule>>(`/schedules?agent_id=${encodeURIComponent(id)}&include=timing&limit=50`, anyEvent);
  const rooms = useGet<PageOf<Room>>('/rooms?limit=200', runEvent);
  const [deleting, setDeleting] = useState(false);
  const its = rooms.data?.items.filter((room) => room.agent_id === id) ?? [];
  return (
    <>
      <Head title={agent?.name || id} trail={{ label: 'Agents', href: '/agents' }} note={agent?.description}>
        {agent && may('write') && (
          <>
            <a class="button button-primary" href={`/schedules/new?agent_id=${encodeURIComponent(id)}`}>
              <Icon name="plus" />
              Schedule a message
            </a>
            <button type="button" class="button button-danger" onClick={() => setDeleting(true)}>
              <Icon name="trash" />
              Remove
            </button>
          </>
        )}
      </Head>
      <div class="stack">
        <ProblemNotice problem={problem} />
        <section class="card" aria-label="Schedules">
          <div class="card-head">
            <h2>Schedules</h2>
          </div>
          <ul class="rows">
            {schedules.data?.items.map((schedule) => (
              <li key={schedule.id} class="trigger">
                <Status of={schedule.status} />
                <span class="name">
                  <a class="name-main" href={`/schedules/${schedule.id}`}>
                    {schedule.name}
                  </a>
                  <span class="name-note">{timingInWords(schedule)}</span>
                </span>
                <span class="faint small">
                  next <When at={schedule.next_run_at} zone={schedule.timezone} none="none" />
                </span>
              </li>
            ))}
            {schedules.data?.items.length === 0 && <li class="faint">None speaks to it yet.</li>}
          </ul>
        </section>
        <section class="card" aria-label="Rooms">
          <div class="card-head">
            <h2>Rooms</h2>
          </div>
          <ul class="rows">
            {its.map((room) => (
              <li key={room.id} class="trigger">
                <Icon name="rooms" />
                <a class="name-main" href={`/rooms/${room.id}`}>
                  {room.name}
                </a>
                <span class="faint small">{plural(room.message_count, 'message')}</span>
              </li>
            ))}
            {rooms.data && its.length === 0 && <li class="faint">None yet.</li>}
          </ul>
        </section>
      </div>
      {deleting && (
        <Confirm
          title={`Remove ${agent?.name || id}?`}
          verb="Remove"
          danger
          onClose={() => setDeleting(false)}
          work={async () => {
            await remove(path);
            say('The agent is removed.');
            go('/agents');
          }}
        >
          <p>The schedules that it owns, and those that speak to it, go with it.</p>
        </Confirm>
      )}
    </>
  );
}
