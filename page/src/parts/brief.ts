import { number } from '../time/words';

/**
 * An error for a single line that stands beside the name of what failed: which address was called is known there, and
 * would push out of sight what it answered.
 */
export function brief(error: string): string {
  return error
    .replace(/^(\d+) consecutive failures; the last one: /, (_, count) => `${failures(Number(count))} · `)
    .replace(/(?:\w+: )?[A-Z]+ \S+ answered (?=\d{3}\b)/, '');
}

export function failures(count: number): string {
  return count === 1 ? 'failed once' : `${number(count)} failures in a row`;
}
