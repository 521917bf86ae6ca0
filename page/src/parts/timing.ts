import type { Schedule } from '../api/types';
import { moment, seconds } from '../time/words';

/** A schedule's timing in words, as far as the page can say it by itself; the server says cron rules. */
export function timingInWords(schedule: Schedule): string {
  if (schedule.run_at !== null) {
    return `once, ${moment(schedule.run_at)}`;
  }
  if (schedule.timing !== undefined) {
    return schedule.timing;
  }
  if (schedule.interval_seconds !== null) {
    const from = schedule.interval_from === 'completion' ? ', after each run' : '';
    return `every ${seconds(schedule.interval_seconds).replace(/^1 /, '')}${from}`;
  }
  return schedule.cron ?? '';
}
