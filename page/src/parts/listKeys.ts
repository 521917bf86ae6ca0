import { useEffect, useRef, useState } from 'preact/hooks';
import { useKeys } from '../shell/useKeys';

interface Verbs<T> {
  open: (item: T) => void;
  select?: (item: T) => void;
}

/**
 * Lets j and k walk a list, Enter open and x select.
 *
 * @returns the index of the item one is at, or -1
 */
export function useListKeys<T extends { id: string }>(items: T[], verbs: Verbs<T>): number {
  // Keys may come faster than the list is drawn: the place is moved at once, and drawn later.
  const place = useRef<string | null>(null);
  const [at, setAt] = useState<string | null>(null);
  const index = (): number => items.findIndex((item) => item.id === place.current);
  const move = (by: number): void => {
    const from = index();
    const to = from < 0 ? (by > 0 ? 0 : items.length - 1) : from + by;
    place.current = items[Math.max(0, Math.min(items.length - 1, to))]?.id ?? null;
    setAt(place.current);
  };
  const withCurrent = (verb: ((item: T) => void) | undefined): boolean => {
    const current = items[index()];
    if (current === undefined || verb === undefined) {
      return false;
    }
    verb(current);
    return true;
  };
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    Enter: () => withCurrent(verbs.open),
    x: () => withCurrent(verbs.select),
  });
  useEffect(() => {
    if (at !== null) {
      document.querySelector(`[data-id="${CSS.escape(at)}"]`)?.scrollIntoView({ block: 'nearest' });
    }
  }, [at]);
  return items.findIndex((item) => item.id === at);
}
