import { signal } from '@preact/signals';
import { recall, session } from '../api/session';
import { reloadVisible, tell } from '../data/load';
import { query } from '../api/http';
import { TYPES, type LiveEvent } from './events';

/** Whether the page hears what happens; when it was lost, since when. */
export type Hearing = { is: 'connecting' } | { is: 'live' } | { is: 'lost'; since: number };

export const hearing = signal<Hearing>({ is: 'connecting' });

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 15_000;

/** A cut line says nothing; so the session is asked this often whether the server is still there. */
const PULSE = 20_000;

let following = false;
let source: EventSource | null = null;
let lastId: string | null = null;
let pause = FIRST_PAUSE;
let retry: ReturnType<typeof setTimeout> | null = null;
let pulse: ReturnType<typeof setInterval> | null = null;

/** Follows the events of the organization until disconnect() is called. */
export function connect(): void {
  disconnect();
  lastId = null;
  hearing.value = { is: 'connecting' };
  pulse = setInterval(() => void feel(), PULSE);
  following = true;
  if (!document.hidden) {
    open();
  }
}

export function disconnect(): void {
  following = false;
  rest();
  if (pulse !== null) {
    clearInterval(pulse);
    pulse = null;
  }
}

/**
 * A browser opens six connections to one server for all its windows together, those that it keeps for
 * going back included: a stream in each of them would leave none to ask with. So who is not seen, rests.
 */
function rest(): void {
  source?.close();
  source = null;
  if (retry !== null) {
    clearTimeout(retry);
    retry = null;
  }
}

/** Seen again: follows from where it rested, and asks anew for what is on screen. */
function wake(): void {
  if (!following || source !== null) {
    return;
  }
  rest();
  pause = FIRST_PAUSE;
  open();
  reloadVisible();
}

async function feel(): Promise<void> {
  if (document.hidden || source === null) {
    return;
  }
  const felt = source;
  try {
    await recall();
  } catch {
    lost(felt);
  }
}

function open(): void {
  retry = null;
  // An EventSource of our own making sends no Last-Event-ID; the cursor says the same.
  const opened = new EventSource(`/api/v1/events${query({ cursor: lastId })}`);
  source = opened;
  opened.onopen = () => {
    const wasLost = hearing.value.is === 'lost';
    pause = FIRST_PAUSE;
    hearing.value = { is: 'live' };
    if (wasLost) {
      reloadVisible();
    }
  };
  opened.onerror = () => lost(opened);
  opened.addEventListener('reset', (message) => {
    note(message);
    reloadVisible();
  });
  for (const type of TYPES) {
    opened.addEventListener(type, (message) => {
      note(message);
      tell(JSON.parse(message.data as string) as LiveEvent);
    });
  }
}

function note(message: MessageEvent): void {
  if (message.lastEventId !== '') {
    lastId = message.lastEventId;
  }
}

/** Tries again by itself, less and less often; the browser's own retry knows no backoff. */
function lost(opened: EventSource): void {
  if (opened !== source) {
    return;
  }
  opened.close();
  source = null;
  if (hearing.value.is !== 'lost') {
    hearing.value = { is: 'lost', since: Date.now() };
  }
  retry = setTimeout(() => void again(), pause * (0.75 + Math.random() / 2));
  pause = Math.min(pause * 2, LONGEST_PAUSE);
}

/** A refused stream looks like a lost one; the session tells which of them it was. */
async function again(): Promise<void> {
  try {
    await recall();
  } catch {
    // Not there yet: the attempt below says so again.
  }
  if (session.value && following && source === null && !document.hidden) {
    open();
  }
}

/** At once, when a person asks or the machine is back on the network. */
export function retryNow(): void {
  if (retry !== null) {
    clearTimeout(retry);
    pause = FIRST_PAUSE;
    void again();
  }
}

window.addEventListener('online', retryNow);
window.addEventListener('offline', () => {
  if (source !== null) {
    lost(source);
  }
});
document.addEventListener('visibilitychange', () => {
  if (document.hidden) {
    rest();
  } else {
    wake();
  }
});
