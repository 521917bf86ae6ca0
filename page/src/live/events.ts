/** One event of the organization, as /api/v1/events tells it. */
export interface LiveEvent {
  id: string;
  type: string;
  at: string;
  data: {
    schedule_id?: string;
    schedule_name?: string;
    run_id?: string;
    status?: string;
    status_reason?: string | null;
    started_at?: string | null;
    completed_at?: string | null;
    lateness_ms?: number | null;
    /** Instead of the above where many runs succeeded at once. */
    count?: number;
  };
}

export const TYPES = [
  'schedule.created',
  'schedule.updated',
  'schedule.paused',
  'schedule.resumed',
  'schedule.revived',
  'schedule.done',
  'schedule.dead',
  'schedule.stopped',
  'schedule.deleted',
  'schedule.late',
  'run.succeeded',
  'run.failed',
  'run.skipped',
  'run.cancelled',
];

export const anyEvent = (): boolean => true;

export const scheduleEvent = (event: LiveEvent): boolean => event.type.startsWith('schedule.');

export const runEvent = (event: LiveEvent): boolean => event.type.startsWith('run.');

/** Events of one schedule, and those that name none because they stand for many. */
export function eventOf(scheduleId: string): (event: LiveEvent) => boolean {
  return (event) => event.data.schedule_id === undefined || event.data.schedule_id === scheduleId;
}
