import { signal, type Signal } from '@preact/signals';
import { useCallback, useEffect } from 'preact/hooks';
import { get } from '../api/http';
import { asProblem, UNREACHABLE, type Problem } from '../api/problem';
import type { PageOf } from '../api/types';
import type { LiveEvent } from '../live/events';

/** What is known of one address: the last answer stays in sight while a newer one is on its way. */
export interface Loaded<T> {
  data: T | undefined;
  problem: Problem | undefined;
  /** Whether an answer is awaited. */
  loading: boolean;
}

interface Entry {
  state: Signal<Loaded<unknown>>;
  abort: AbortController | null;
  asked: number;
  again: ReturnType<typeof setTimeout> | null;
}

/** Bounded: what was looked at longest ago is forgotten first. */
const MOST_KEPT = 80;

/** Events come in crowds; one address is asked at most this often because of them. */
const LEAST_PAUSE = 1000;

const kept = new Map<string, Entry>();

/** Those on screen, with the events they care for. */
const watched = new Set<{ path: string; wants: (event: LiveEvent) => boolean }>();

function entry(path: string): Entry {
  let found = kept.get(path);
  if (found === undefined) {
    found = {
      state: signal<Loaded<unknown>>({ data: undefined, problem: undefined, loading: false }),
      abort: null,
      asked: 0,
      again: null,
    };
  }
  kept.delete(path);
  kept.set(path, found);
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST_KEPT) {
      break;
    }
    if (![...watched].some((watcher) => watcher.path === oldest)) {
      kept.delete(oldest);
    }
  }
  return found;
}

/** Before a page is asked for again that the server is still looking for. */
const LOOKING = 60;

/**
 * An answer; of a list of schedules a full page. The server looks at so many of them for one request, and a page
 * may end there with few items or none: who only sees that would think that there are no more. One that ends where
 * it began is still looked for, which takes up to a second; if that fails, the next answer says so.
 */
async function full(path: string, abort: AbortSignal): Promise<unknown> {
  const answer = await get<unknown>(path, abort);
  if (!path.startsWith('/schedules?')) {
    return answer;
  }
  const asked = new URLSearchParams(path.slice(path.indexOf('?')));
  const limit = Number(asked.get('limit'));
  let { items, next_cursor } = answer as PageOf<unknown>;
  while (next_cursor !== null && items.length < limit) {
    const place = next_cursor;
    asked.set('cursor', place);
    asked.set('limit', String(limit - items.length));
    const more = await get<PageOf<unknown>>(`/schedules?${asked}`, abort);
    items = [...items, ...more.items];
    next_cursor = more.next_cursor;
    if (next_cursor === place) {
      await new Promise((resolve) => setTimeout(resolve, LOOKING));
    }
  }
  return { items, next_cursor };
}

/** Asks now; an older question about the same is dropped. */
export async function reload(path: string): Promise<void> {
  const target = entry(path);
  target.abort?.abort();
  const abort = new AbortController();
  target.abort = abort;
  target.asked = Date.now();
  target.state.value = { ...target.state.value, loading: true };
  try {
    const data = await full(path, abort.signal);
    if (!abort.signal.aborted) {
      target.state.value = { data, problem: undefined, loading: false };
    }
  } catch (failure) {
    if (!abort.signal.aborted) {
      const problem = asProblem(failure);
      // The banner says that the connection is lost; what was known stays, and needs no second word about it.
      const said = problem.code === UNREACHABLE && target.state.value.data !== undefined;
      target.state.value = { ...target.state.value, problem: said ? undefined : problem, loading: false };
    }
  }
}

/** Asks soon, but not more often than every LEAST_PAUSE. */
function reloadSoon(path: string): void {
  const target = entry(path);
  if (target.again !== null) {
    return;
  }
  const wait = Math.max(120, target.asked + LEAST_PAUSE - Date.now());
  target.again = setTimeout(() => {
    target.again = null;
    void reload(path);
  }, wait);
}

/** Tells everything on screen that something has happened. */
export function tell(event: LiveEvent): void {
  for (const { path, wants } of watched) {
    if (wants(event)) {
      reloadSoon(path);
    }
  }
}

/** Everything on screen is asked again, since something may have been missed. */
export function reloadVisible(): void {
  for (const path of new Set([...watched].map((watcher) => watcher.path))) {
    void reload(path);
  }
}

/** Forgets everything, such as when somebody else signs in. */
export function forgetAll(): void {
  for (const target of kept.values()) {
    target.abort?.abort();
  }
  kept.clear();
}

/** What the page already knows of an address, without asking; a component that reads it follows it. */
export function known<T>(path: string): T | undefined {
  return kept.get(path)?.state.value.data as T | undefined;
}

const nothing = signal<Loaded<unknown>>({ data: undefined, problem: undefined, loading: false });

/**
 * Shows an address: at once what is known of it, then what the server says, then again on events.
 *
 * @param every also again after so many milliseconds while it is seen: for what no event tells
 */
export function useGet<T>(
  path: string | null,
  wants: (event: LiveEvent) => boolean = () => false,
  every?: number,
): Loaded<T> & { reload: () => Promise<void> } {
  const state = path === null ? nothing : entry(path).state;
  useEffect(() => {
    if (path === null) {
      return undefined;
    }
    const watcher = { path, wants: (event: LiveEvent) => wants(event) };
    watched.add(watcher);
    void reload(path);
    return () => {
      watched.delete(watcher);
    };
    // The filter may be a new function with every rendering; the address says what is meant.
  }, [path]);
  useEffect(() => {
    if (path === null || every === undefined) {
      return undefined;
    }
    const timer = setInterval(() => {
      if (!document.hidden) {
        void reload(path);
      }
    }, every);
    return () => clearInterval(timer);
  }, [path, every]);
  const again = useCallback(() => (path === null ? Promise.resolve() : reload(path)), [path]);
  return { ...(state.value as Loaded<T>), reload: again };
}
