import { useLayoutEffect, useRef } from 'preact/hooks';
import { type Action, addKeys } from './keys';

/**
 * Keys of a view: added when it is shown, taken away with it; always the newest functions are called. They work as soon
 * as the view is drawn, and not a moment later: whoever types "g s /" does not wait in between.
 */
export function useKeys(keys: Record<string, Action>): void {
  const latest = useRef(keys);
  latest.current = keys;
  const names = Object.keys(keys).join('\n');
  useLayoutEffect(
    () => addKeys(Object.fromEntries(names.split('\n').map((name) => [name, () => latest.current[name]?.()]))),
    [names],
  );
}
