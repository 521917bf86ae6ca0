import { go } from '../router/router';

/** What a key, or a pair such as "g s", does; false where it meant nothing this time. */
export type Action = () => boolean | void;

type Keys = Map<string, Action>;

const layers: Keys[] = [];
let first: { key: string; at: number } | null = null;

/** The second key of a pair must come within this time. */
const PAIR = 1200;

const PLACES: Record<string, string> = {
  o: '/',
  s: '/schedules',
  r: '/runs',
  n: '/next',
  w: '/workflows',
  a: '/agents',
  g: '/grants',
  e: '/settings/executors',
  t: '/settings/tokens',
  h: '/settings/webhooks',
  i: '/imports',
  d: '/nodes',
};

/** Adds keys while a view is shown; the newest layer is asked first. Returns how to take them away. */
export function addKeys(keys: Record<string, Action>): () => void {
  const layer = new Map(Object.entries(keys));
  layers.push(layer);
  return () => {
    const index = layers.indexOf(layer);
    if (index >= 0) {
      layers.splice(index, 1);
    }
  };
}

function typing(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
    !(target instanceof HTMLInputElement && /^(checkbox|radio|button|submit)$/.test(target.type))
  );
}

function onKey(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) {
    return;
  }
  if (typing(event.target)) {
    const field = event.target as HTMLElement;
    if (event.key === 'Escape' && field.closest('dialog') === null) {
      // A search field would lose its text by itself.
      event.preventDefault();
      field.blur();
    }
    return;
  }
  if (event.key === 'Enter' && event.target instanceof Element && event.target.closest('button, a, summary') !== null) {
    return;
  }
  // An open dialog has the keyboard to itself; the browser gives it Escape.
  if (document.querySelector('dialog[open]') !== null) {
    return;
  }
  const pair = first !== null && Date.now() - first.at < PAIR ? `${first.key} ${event.key}` : null;
  first = null;
  if (pair !== null && handle(pair)) {
    event.preventDefault();
    return;
  }
  if (event.key === 'g') {
    first = { key: 'g', at: Date.now() };
    return;
  }
  if (handle(event.key)) {
    event.preventDefault();
  }
}

function handle(key: string): boolean {
  for (const layer of layers.toReversed()) {
    const action = layer.get(key);
    if (action !== undefined && action() !== false) {
      return true;
    }
  }
  const to = key.startsWith('g ') ? PLACES[key.slice(2)] : undefined;
  if (to !== undefined) {
    go(to);
    return true;
  }
  return false;
}

export function startKeys(): void {
  window.addEventListener('keydown', onKey);
}
