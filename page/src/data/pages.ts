import { useEffect, useState } from 'preact/hooks';
import type { PageOf } from '../api/types';
import type { LiveEvent } from '../live/events';
import { useGet } from './load';

/** One page of a list, and the way to the next and back. */
export interface Paged<T> {
  items: T[] | undefined;
  problem: ReturnType<typeof useGet>['problem'];
  loading: boolean;
  /** Counted from 0. */
  page: number;
  next: (() => void) | undefined;
  back: (() => void) | undefined;
  reload: () => Promise<void>;
}

/** @param path a list with its filters; the cursor is added here. A new path begins at its first page; the rest is as in useGet. */
export function usePages<T>(path: string | null, wants?: (event: LiveEvent) => boolean, every?: number): Paged<T> {
  const [place, setPlace] = useState<{ path: string | null; cursors: string[] }>({ path, cursors: [] });
  const cursors = place.path === path ? place.cursors : [];
  useEffect(() => {
    setPlace((before) => (before.path === path ? before : { path, cursors: [] }));
  }, [path]);
  const cursor = cursors.at(-1);
  const full =
    path === null || cursor === undefined
      ? path
      : `${path}${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`;
  const { data, problem, loading, reload } = useGet<PageOf<T>>(full, wants, every);
  const following = data?.next_cursor ?? null;
  return {
    items: data?.items,
    problem,
    loading,
    page: cursors.length,
    next: following === null ? undefined : () => setPlace({ path, cursors: [...cursors, following] }),
    back: cursors.length === 0 ? undefined : () => setPlace({ path, cursors: cursors.slice(0, -1) }),
    reload,
  };
}
