import type { TargetKind } from '../api/types';

/** One line about each choice of a policy. */
export const OVERLAP: Record<string, string> = {
  skip: 'A slot that comes due while a run is open is skipped, and recorded.',
  queue: 'One waits and starts as soon as the open run ends; later ones are skipped.',
  allow: 'Runs may be open at the same time.',
  replace: 'The open run is cancelled, and the new one starts.',
};

export const CATCH_UP: Record<string, string> = {
  latest: 'After a downtime only the newest missed slot runs.',
  all: 'After a downtime every missed slot runs, oldest first, up to the backfill limit.',
  skip: 'Missed slots are recorded and do not run.',
};

export const ON_MAX_FAILURES: Record<string, string> = {
  paused: 'It is paused; a person resumes it.',
  dead: 'It is dead; a person revives it.',
};

/** What the server takes where nothing is said, by target. */
export interface Defaults {
  max_retries: number;
  max_failures: number;
  on_max_failures: string;
  timeout_seconds: number;
  overlap: string;
  catch_up: string;
}

export const DEFAULTS: Record<TargetKind, Defaults> = {
  workflow: { max_retries: 3, max_failures: 1, on_max_failures: 'dead', timeout_seconds: 600, overlap: 'skip', catch_up: 'latest' },
  graph: { max_retries: 3, max_failures: 0, on_max_failures: 'paused', timeout_seconds: 600, overlap: 'queue', catch_up: 'skip' },
  message: { max_retries: 0, max_failures: 5, on_max_failures: 'paused', timeout_seconds: 300, overlap: 'skip', catch_up: 'latest' },
  http: { max_retries: 3, max_failures: 5, on_max_failures: 'paused', timeout_seconds: 300, overlap: 'skip', catch_up: 'latest' },
  handler: { max_retries: 3, max_failures: 5, on_max_failures: 'paused', timeout_seconds: 300, overlap: 'skip', catch_up: 'latest' },
};
