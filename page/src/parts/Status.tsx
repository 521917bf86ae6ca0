import type { JSX } from 'preact';
import type { RunStatus, ScheduleStatus } from '../api/types';

type AnyStatus = RunStatus | ScheduleStatus;

export type Tone = 'good' | 'bad' | 'warn' | 'busy' | 'rest';

interface Look {
  word: string;
  tone: Tone;
  shape: JSX.Element;
}

const line = { fill: 'none', stroke: 'currentColor', 'stroke-width': 1.6, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' } as const;
const hole = { fill: 'none', stroke: 'var(--card)', 'stroke-width': 1.6, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' } as const;

/** Every status has a shape of its own, so that nothing is said by colour alone. */
const LOOKS: Record<AnyStatus, Look> = {
  active: { word: 'Active', tone: 'good', shape: <circle cx="8" cy="8" r="4.500" fill="currentColor" /> },
  paused: {
    word: 'Paused',
    tone: 'warn',
    shape: <path d="M4 3h2.800v10H4ZM9.200 3H12v10H9.200Z" fill="currentColor" />,
  },
  done: { word: 'Done', tone: 'rest', shape: <path d="M3 8.500 6.500 12 13 4.500" {...line} /> },
  dead: {
    word: 'Dead',
    tone: 'bad',
    shape: (
      <>
        <path d="M5 1.500h6L14.500 5v6L11 14.500H5L1.500 11V5Z" fill="currentColor" />
        <path d="M5.700 5.700l4.600 4.600M10.300 5.700l-4.600 4.600" {...hole} />
      </>
    ),
  },
  stopped: { word: 'Stopped', tone: 'rest', shape: <path d="M3.500 3.500h9v9h-9Z" fill="currentColor" /> },
  success: {
    word: 'Success',
    tone: 'good',
    shape: (
      <>
        <circle cx="8" cy="8" r="6.500" fill="currentColor" />
        <path d="M5.200 8.300 7.200 10.300 10.900 6" {...hole} />
      </>
    ),
  },
  error: {
    word: 'Error',
    tone: 'bad',
    shape: (
      <>
        <path d="M8 .9 15.100 8 8 15.100.9 8Z" fill="currentColor" />
        <path d="M8 5v3.600M8 11h.01" {...hole} />
      </>
    ),
  },
  timeout: {
    word: 'Timeout',
    tone: 'bad',
    shape: (
      <>
        <circle cx="8" cy="8" r="6" {...line} />
        <path d="M8 4.700V8l2.200 1.500" {...line} />
      </>
    ),
  },
  skipped: { word: 'Skipped', tone: 'rest', shape: <path d="M3 4l5 4-5 4ZM8.500 4l5 4-5 4Z" fill="currentColor" /> },
  cancelled: {
    word: 'Cancelled',
    tone: 'rest',
    shape: (
      <>
        <circle cx="8" cy="8" r="6" {...line} />
        <path d="M3.900 12.100 12.100 3.900" {...line} />
      </>
    ),
  },
  running: {
    word: 'Running',
    tone: 'busy',
    shape: (
      <g class="spin">
        <circle cx="8" cy="8" r="6" {...line} opacity=".3" />
        <path d="M8 2a6 6 0 0 1 6 6" {...line} />
      </g>
    ),
  },
  waiting: {
    word: 'Waiting',
    tone: 'warn',
    shape: (
      <>
        <circle cx="3" cy="8" r="1.600" fill="currentColor" />
        <circle cx="8" cy="8" r="1.600" fill="currentColor" />
        <circle cx="13" cy="8" r="1.600" fill="currentColor" />
      </>
    ),
  },
};

export function look(status: AnyStatus): Look {
  return LOOKS[status];
}

export function Shape({ status }: { status: AnyStatus }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" class={`tone-${look(status).tone}`}>
      {look(status).shape}
    </svg>
  );
}

/** A status by shape, word and colour. */
export function Status({ of, word }: { of: AnyStatus; word?: string }) {
  return (
    <span class={`status tone-${look(of).tone}`} data-status={of}>
      <Shape status={of} />
      {word ?? look(of).word}
    </span>
  );
}
