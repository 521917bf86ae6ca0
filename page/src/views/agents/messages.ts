import { useEffect, useState } from 'preact/hooks';
import { get, query } from '../../api/http';
import { asProblem, type Problem } from '../../api/problem';
import type { Message, PageOf } from '../../api/types';

const PAGE = 200;

/** Most messages that are kept in the page; a room may have any number. */
const MOST = 2000;

const PAUSE = 1500;

export interface Messages {
  messages: Message[];
  live: boolean;
  problem: Problem | undefined;
}

/** Reads a room from its beginning, then follows it live; a lost stream goes on after the last message. */
export function useMessages(roomId: string): Messages {
  const [state, setState] = useState<Messages>({ messages: [], live: false, problem: undefined });
  useEffect(() => {
    let current = true;
    let source: EventSource | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last: string | null = null;

    const add = (some: Message[]): void => {
      last = some.at(-1)?.id ?? last;
      setState((before) => {
        const known = new Set(before.messages.map((message) => message.id));
        return { ...before, messages: [...before.messages, ...some.filter((each) => !known.has(each.id))].slice(-MOST) };
      });
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
        const page: PageOf<Message> = await get(`/rooms/${roomId}/messages${query({ limit: PAGE, cursor })}`);
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
  return state;
}
