import { plural } from '../../time/words';

/** What became of each id: lists of those it was done to, and of those it was not, by why. */
export type BatchAnswer = Record<string, unknown>;

/** "3 schedules paused, 1 left as it was". */
export function done(answer: BatchAnswer, past: string, asked: number): string {
  const list = answer[past];
  const count = Array.isArray(list) ? list.length : asked;
  const rest = asked - count;
  return `${plural(count, 'schedule')} ${past}${rest > 0 ? `, ${rest} left as ${rest === 1 ? 'it was' : 'they were'}` : ''}.`;
}
