import { useEffect, useState } from 'preact/hooks';
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
  const [at, setAt] = useState<string | null>(null);
  const index = items.findIndex((item) => item.id === at);
  const move = (by: number): void => {
    const next = items[Math.max(0, Math.min(items.length - 1, index < 0 ? (by > 0 ? 0 : items.length - 1) : index + by))];
    setAt(next?.id ?? null);
  };
  const current = items[index];
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    ...(current && { Enter: () => verbs.open(current) }),
    ...(current && verbs.select && { x: () => verbs.select?.(current) }),
  });
  useEffect(() => {
    if (at !== null) {
      document.querySelector(`tr[data-id="${CSS.escape(at)}"]`)?.scrollIntoView({ block: 'nearest' });
    }
  }, [at]);
  return index;
}
