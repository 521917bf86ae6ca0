/** What the builder can say. Everything else is written by hand. */
export type Frequency = 'minutes' | 'hourly' | 'daily' | 'weekly' | 'monthly';

export interface Built {
  frequency: Frequency;
  /** Every so many minutes. */
  step: number;
  minute: number;
  /** "09:00". */
  time: string;
  /** 1 is Monday, 7 is Sunday. */
  days: number[];
  /** 1 to 31, L for the last day, LW for the last weekday, or 1#2 for the second Monday. */
  dayOfMonth: string;
}

export const PLAIN: Built = {
  frequency: 'weekly',
  step: 10,
  minute: 0,
  time: '09:00',
  days: [1, 2, 3, 4, 5],
  dayOfMonth: '1',
};

export function toCron(built: Built): string {
  const [hour, minute] = built.time.split(':').map(Number);
  const at = `${minute ?? 0} ${hour ?? 0}`;
  switch (built.frequency) {
    case 'minutes':
      return built.step === 1 ? '* * * * *' : `*/${built.step} * * * *`;
    case 'hourly':
      return `${built.minute} * * * *`;
    case 'daily':
      return `${at} * * *`;
    case 'weekly':
      return `${at} * * ${days(built.days)}`;
    case 'monthly':
      return built.dayOfMonth.includes('#') ? `${at} * * ${built.dayOfMonth}` : `${at} ${built.dayOfMonth} * *`;
  }
}

/** "1-5" for a row of days, "1,3,5" otherwise. */
function days(chosen: number[]): string {
  const sorted = [...new Set(chosen)].sort((a, b) => a - b);
  if (sorted.length === 0 || sorted.length === 7) {
    return '*';
  }
  const first = sorted[0] ?? 1;
  const row = sorted.every((day, index) => day === first + index);
  return row && sorted.length > 2 ? `${first}-${sorted.at(-1)}` : sorted.join(',');
}

/** Reads back what the builder could have written, or null. */
export function fromCron(text: string): Built | null {
  const fields = text.trim().split(/\s+/);
  const [minute, hour, dayOfMonth, month, dayOfWeek] = fields;
  if (fields.length !== 5 || month !== '*' || minute === undefined || hour === undefined) {
    return null;
  }
  const step = /^\*\/(\d+)$/.exec(minute);
  if (hour === '*' && dayOfMonth === '*' && dayOfWeek === '*') {
    if (minute === '*' || step !== null) {
      return { ...PLAIN, frequency: 'minutes', step: Number(step?.[1] ?? 1) };
    }
    return /^\d+$/.test(minute) ? { ...PLAIN, frequency: 'hourly', minute: Number(minute) } : null;
  }
  if (!/^\d+$/.test(minute) || !/^\d+$/.test(hour)) {
    return null;
  }
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
  if (dayOfMonth === '*' && dayOfWeek === '*') {
    return { ...PLAIN, frequency: 'daily', time };
  }
  if (dayOfWeek === '*' && /^(\d+|L|LW)$/.test(dayOfMonth ?? '')) {
    return { ...PLAIN, frequency: 'monthly', time, dayOfMonth: dayOfMonth ?? '1' };
  }
  if (dayOfMonth === '*' && /^[1-7]#[1-5]$/.test(dayOfWeek ?? '')) {
    return { ...PLAIN, frequency: 'monthly', time, dayOfMonth: dayOfWeek ?? '1#1' };
  }
  const chosen = dayOfMonth === '*' ? daysOf(dayOfWeek ?? '') : null;
  return chosen === null ? null : { ...PLAIN, frequency: 'weekly', time, days: chosen };
}

function daysOf(text: string): number[] | null {
  const range = /^([0-7])-([0-7])$/.exec(text);
  if (range !== null) {
    const first = Number(range[1]);
    const last = Number(range[2]);
    return last < first ? null : Array.from({ length: last - first + 1 }, (_, index) => first + index);
  }
  if (!/^[0-7](,[0-7])*$/.test(text)) {
    return null;
  }
  return text.split(',').map((day) => (day === '0' ? 7 : Number(day)));
}
