import { useEffect, useState } from 'preact/hooks';
import { get, query } from '../../api/http';
import { asProblem, type Problem } from '../../api/problem';
import type { Message, PageOf } from '../../api/types';

const PAGE = 200;

/** Most messages that are kept in the page; a room may have any number. */
const MOST = 2000;

const PAUSE = 1500;

interface State {
  messages: Message[];
  live: boolean;
  problem: Problem | undefined;
}

export interface Messages extends State {
  /** Reads what was said before; null where there is nothing, or no more is kept. */
  earlier: (() => Promise<void>) | null;
}

/** All of both, each once, in the order in which they were said. */
function merged(some: Message[], others: Message[]): Message[] {
  const all = new Map([...some, ...others].map((message) => [message.seq, message]));
  return [...all.values()].sort((one, other) => one.seq - other.seq);
}

/** Reads the newest of a room, then follows it live; a lost stream goes on after the last message. */
export function useMessages(roomId: string): Messages {
  const [state, setState] = useState<State>({ messages: [], live: false, problem: undefined });
  useEffect(() => {
    let current = true;
    let source: EventSource | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last: string | null = null;

    const add = (some: Message[]): void => {
      last = some.at(-1)?.id ?? last;
      setState((before) => ({ ...before, messages: merged(before.messages, some).slice(-MOST) }));
    };
    let read = false;
    const follow = (): void => {
      // Who is not seen holds no connection: a browser has six for all its windows.
      if (!read || document.hidden || source !== null) {
        return;
      }
      source = new EventSource(`/api/v1/rooms/${roomId}/messages/live${query({ after: last })}`);
      source.onopen = () => setState((before) => ({ ...before, live: true, problem: undefined }));
      source.addEventListener('message', (event) => add([JSON.parse(event.data as string) as Message]));
      source.onerror = () => {
        rest();
        timer = setTimeout(follow, PAUSE);
      };
    };
    const rest = (): void => {
      source?.close();
      source = null;
      clearTimeout(timer);
      setState((before) => ({ ...before, live: false }));
    };
    const look = (): void => (document.hidden ? rest() : follow());
    const begin = async (): Promise<void> => {
      let cursor: string | null = null;
      do {
        const page: PageOf<Message> = await get(`/rooms/${roomId}/messages${query({ limit: PAGE, last: cursor === null ? PAGE : null, cursor })}`);
        if (!current) {
          return;
        }
        add(page.items);
        cursor = page.next_cursor;
      } while (cursor !== null);
      read = true;
      follow();
    };
    document.addEventListener('visibilitychange', look);
    begin().catch((failure: unknown) => current && setState((before) => ({ ...before, problem: asProblem(failure) })));
    return () => {
      current = false;
      document.removeEventListener('visibilitychange', look);
      rest();
    };
  }, [roomId]);
  const first = state.messages[0]?.seq ?? 1;
  const newest = state.messages.at(-1)?.seq ?? 0;
  const earlier = async (): Promise<void> => {
    const page: PageOf<Message> = await get(`/rooms/${roomId}/messages${query({ limit: PAGE, last: newest - first + 1 + PAGE })}`);
    setState((before) => ({ ...before, messages: merged(before.messages, page.items) }));
  };
  return { ...state, earlier: first > 1 && state.messages.length < MOST ? earlier : null };
}
