import { useEffect, useRef, useState } from 'preact/hooks';
import { post, remove } from '../../api/http';
import { may, session } from '../../api/session';
import type { Message, Room } from '../../api/types';
import { useAction } from '../../data/act';
import { useGet } from '../../data/load';
import { Confirm } from '../../parts/Confirm';
import { Empty } from '../../parts/Empty';
import { Head } from '../../parts/Head';
import { Icon } from '../../parts/Icon';
import { ProblemNotice } from '../../parts/Notice';
import { say } from '../../parts/toasts';
import { go } from '../../router/router';
import { shortMoment } from '../../time/words';
import { useMessages } from './messages';

/** So many pixels from the end still count as being there. */
const NEAR = 80;

/** A room: what was said in it, and what is said as it is said. */
export function OneRoom({ id }: { id: string }) {
  const { data: room, problem } = useGet<Room>(`/rooms/${encodeURIComponent(id)}`);
  const { messages, live, problem: unread, earlier } = useMessages(id);
  const [deleting, setDeleting] = useState(false);
  const box = useRef<HTMLOListElement>(null);
  const atEnd = useRef(true);
  // Whoever reads further up is not pulled away from there.
  useEffect(() => {
    if (atEnd.current) {
      box.current?.scrollTo({ top: box.current.scrollHeight });
    }
  }, [messages.length]);
  return (
    <>
      <Head
        title={room?.name ?? 'Room'}
        trail={{ label: 'Agents and rooms', href: '/agents' }}
        note={room?.agent_id ? <>For {room.agent_id}</> : undefined}
        mark={
          <span class="live" data-is={live ? 'live' : 'connecting'}>
            <span class="live-mark" aria-hidden="true" />
            {live ? 'Live' : 'Connecting'}
          </span>
        }
      >
        {room?.schedule_id && (
          <a class="button" href={`/schedules/${room.schedule_id}`}>
            Schedule
          </a>
        )}
        {room && may('write') && (
          <button type="button" class="button button-danger" onClick={() => setDeleting(true)}>
            <Icon name="trash" />
            Delete
          </button>
        )}
      </Head>
      <ProblemNotice problem={problem ?? unread} />
      <section class="card room" aria-label="Messages">
        {messages.length === 0 && !unread ? (
          <Empty icon="rooms" title="Nothing has been said yet" />
        ) : (
          <ol
            class="messages"
            aria-live="polite"
            ref={box}
            tabIndex={0}
            aria-label="What was said"
            onScroll={(event) => {
              const { scrollHeight, scrollTop, clientHeight } = event.currentTarget;
              atEnd.current = scrollHeight - scrollTop - clientHeight < NEAR;
            }}
          >
            {earlier && (
              <li>
                <button type="button" class="button button-small" onClick={() => void earlier().catch((failure: Error) => say(failure.message))}>
                  Show earlier messages
                </button>
              </li>
            )}
            {messages.map((message) => (
              <Said key={message.id} message={message} />
            ))}
          </ol>
        )}
        {may('write') && room && <Say roomId={room.id} />}
      </section>
      {deleting && (
        <Confirm
          title={`Delete “${room?.name ?? ''}”?`}
          verb="Delete"
          danger
          onClose={() => setDeleting(false)}
          work={async () => {
            await remove(`/rooms/${id}`);
            go('/agents');
          }}
        >
          <p>The room and all its messages are gone for good.</p>
        </Confirm>
      )}
    </>
  );
}

function Said({ message }: { message: Message }) {
  const own = message.sender === session.value?.principal;
  return (
    <li class="message" data-kind={message.kind} data-own={own}>
      <div class="message-head">
        <strong>{message.sender}</strong>
        {message.kind === 'system_event' && <span class="tag">system event</span>}
        <time class="faint small" dateTime={message.created_at}>
          {shortMoment(message.created_at)}
        </time>
        {message.run_id && (
          <a class="faint small" href={`/runs/${message.run_id}`}>
            run
          </a>
        )}
      </div>
      <p class="message-text">{message.text}</p>
    </li>
  );
}

/** Says something; Enter sends, Shift+Enter breaks the line. */
function Say({ roomId }: { roomId: string }) {
  const [text, setText] = useState('');
  const action = useAction();
  const send = (): void => {
    if (text.trim() !== '' && !action.busy) {
      void action.run(async () => {
        await post<Message>(`/rooms/${roomId}/messages`, { text });
        setText('');
      });
    }
  };
  return (
    <form
      class="say"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <ProblemNotice problem={action.problem} />
      <div class="say-line">
        <textarea
          class="input say-text"
          rows={1}
          aria-label="Message"
          placeholder="Say something"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
              event.preventDefault();
              send();
            }
          }}
        />
        <button type="submit" class="button button-primary" disabled={action.busy || text.trim() === ''}>
          Send
        </button>
      </div>
    </form>
  );
}
