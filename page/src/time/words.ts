const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const viewerZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** "in 4m 12s", "3m ago": two units at most, so that it stays short and does not jump about. */
export function relative(at: string | null, now: number): string {
  if (at === null) {
    return '–';
  }
  const distance = Date.parse(at) - now;
  if (Math.abs(distance) < SECOND) {
    return 'now';
  }
  const text = span(Math.abs(distance));
  return distance > 0 ? `in ${text}` : `${text} ago`;
}

/** A length of time of at least a second. */
export function span(length: number): string {
  if (length < MINUTE) {
    return `${Math.floor(length / SECOND)}s`;
  }
  if (length < HOUR) {
    return two(length, MINUTE, 'm', SECOND, 's', length < 10 * MINUTE);
  }
  if (length < DAY) {
    return two(length, HOUR, 'h', MINUTE, 'm', true);
  }
  return two(length, DAY, 'd', HOUR, 'h', length < 10 * DAY);
}

function two(length: number, large: number, largeName: string, small: number, smallName: string, both: boolean): string {
  const first = Math.floor(length / large);
  const second = Math.floor((length % large) / small);
  return both && second > 0 ? `${first}${largeName} ${second}${smallName}` : `${first}${largeName}`;
}

/** A measured duration, from milliseconds up. */
export function duration(milliseconds: number | null): string {
  if (milliseconds === null) {
    return '–';
  }
  if (milliseconds < SECOND) {
    return `${Math.round(milliseconds)} ms`;
  }
  if (milliseconds < 10 * SECOND) {
    return `${(milliseconds / SECOND).toFixed(1)} s`;
  }
  return span(milliseconds);
}

/** A number of seconds in words: "10 minutes", "1.5 seconds". */
export function seconds(count: number): string {
  const units: [number, string][] = [
    [86400, 'day'],
    [3600, 'hour'],
    [60, 'minute'],
  ];
  for (const [size, name] of units) {
    if (count >= size && count % size === 0) {
      return plural(count / size, name);
    }
  }
  return plural(count, 'second');
}

export function plural(count: number, noun: string, many = `${noun}s`): string {
  return `${number(count)} ${count === 1 ? noun : many}`;
}

const NUMBERS = new Intl.NumberFormat('en-US');

export function number(count: number): string {
  return NUMBERS.format(count);
}

const formats = new Map<string, Intl.DateTimeFormat>();

function format(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = zone + JSON.stringify(options);
  let made = formats.get(key);
  if (made === undefined) {
    made = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: zone });
    formats.set(key, made);
  }
  return made;
}

/** "Mon 16 Nov 2026, 09:00:00" in a zone. */
export function moment(at: string, zone = viewerZone): string {
  return format(zone, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).format(new Date(at));
}

/** "16 Nov, 09:00" in a zone. */
export function shortMoment(at: string, zone = viewerZone): string {
  return format(zone, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }).format(new Date(at));
}

export function clockTime(at: string | number, zone = viewerZone, withSeconds = false): string {
  return format(zone, {
    hour: '2-digit',
    minute: '2-digit',
    ...(withSeconds ? { second: '2-digit' as const } : {}),
  }).format(new Date(at));
}

/** "Monday 16 November 2026" for a plain date. */
export function longDate(date: string): string {
  return format('UTC', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }).format(new Date(`${date}T00:00Z`));
}
