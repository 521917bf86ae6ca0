import { useEffect, useRef } from 'preact/hooks';
import type { CalendarDay, Schedule } from '../../api/types';
import { useGet } from '../../data/load';
import { eventOf } from '../../live/events';
import { longDate, plural } from '../../time/words';

const DAYS = 280;
const CELL = 12;
const STEP = 15;
const LEFT = 30;
const TOP = 18;

interface Answer {
  days: CalendarDay[];
}

/** Half a year of outcomes, a square for each day in the schedule's zone. */
export function Calendar({ schedule }: { schedule: Schedule }) {
  const { data } = useGet<Answer>(`/schedules/${schedule.id}/calendar?days=${DAYS}`, eventOf(schedule.id));
  const days = data?.days;
  const weeks = grid(days ?? [], schedule.timezone ?? 'UTC');
  const width = LEFT + weeks.length * STEP;
  const box = useRef<HTMLDivElement>(null);
  // Where it does not fit, the newest days are shown first.
  useEffect(() => box.current?.scrollTo({ left: box.current.scrollWidth }), [weeks.length]);
  return (
    <section class="card" aria-label="Calendar">
      <div class="card-head">
        <h2>Outcomes by day</h2>
        <Legend />
      </div>
      <div class="card-body calendar" ref={box} role="group" aria-label="Outcomes by day" tabIndex={0}>
        <svg viewBox={`0 0 ${width} ${TOP + 7 * STEP}`} role="img" aria-label={words(days ?? [])}>
          {['Mon', 'Wed', 'Fri'].map((name, index) => (
            <text key={name} class="calendar-text" x={0} y={TOP + index * 2 * STEP + 10}>
              {name}
            </text>
          ))}
          {weeks.map((week, column) => (
            <g key={column} transform={`translate(${LEFT + column * STEP} 0)`}>
              {week.month && (
                <text class="calendar-text" x={0} y={10}>
                  {week.month}
                </text>
              )}
              {week.days.map((cell, row) => cell && <Square key={cell.date} cell={cell} y={TOP + row * STEP} />)}
            </g>
          ))}
        </svg>
      </div>
    </section>
  );
}

interface Cell {
  date: string;
  day: CalendarDay | undefined;
}

interface Week {
  month: string | null;
  days: (Cell | null)[];
}

/** Columns of weeks that end today, Monday first. */
function grid(days: CalendarDay[], zone: string): Week[] {
  const known = new Map(days.map((day) => [day.date, day]));
  const today = new Date(`${new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date())}T00:00Z`);
  const weeks: Week[] = [];
  let month = -1;
  let labelled = -3;
  const count = Math.ceil(DAYS / 7);
  const monday = new Date(today);
  monday.setUTCDate(today.getUTCDate() - ((today.getUTCDay() + 6) % 7) - (count - 1) * 7);
  for (let week = 0; week < count; week++) {
    const cells: (Cell | null)[] = [];
    let label: string | null = null;
    for (let day = 0; day < 7; day++) {
      const at = new Date(monday);
      at.setUTCDate(monday.getUTCDate() + week * 7 + day);
      const date = at.toISOString().slice(0, 10);
      cells.push(at > today ? null : { date, day: known.get(date) });
      if (day === 0 && at.getUTCMonth() !== month && week - labelled >= 3) {
        month = at.getUTCMonth();
        labelled = week;
        label = at.toLocaleDateString('en-GB', { month: 'short', timeZone: 'UTC' });
      }
    }
    weeks.push({ month: label, days: cells });
  }
  return weeks;
}

/** A day with failures has a notch, whatever its colour. */
function Square({ cell, y }: { cell: Cell; y: number }) {
  const { day } = cell;
  const failed = (day?.error ?? 0) + (day?.timeout ?? 0);
  const total = (day?.success ?? 0) + failed + (day?.skipped ?? 0);
  const look = total === 0 ? 'none' : failed === 0 ? (day?.success ? 'good' : 'rest') : failed * 2 >= total ? 'bad' : 'mixed';
  return (
    <g>
      <title>{`${longDate(cell.date)}: ${total === 0 ? 'no runs' : counts(day)}`}</title>
      <rect class={`calendar-${look}`} x={0} y={y} width={CELL} height={CELL} rx={2.5} />
      {failed > 0 && <path class="calendar-notch" d={`M${CELL - 6} ${y}h6v6Z`} />}
    </g>
  );
}

function counts(day: CalendarDay | undefined): string {
  const parts: [number | undefined, string][] = [
    [day?.success, 'success'],
    [day?.error, 'error'],
    [day?.timeout, 'timeout'],
    [day?.skipped, 'skipped'],
  ];
  return parts
    .filter(([count]) => (count ?? 0) > 0)
    .map(([count, word]) => `${count} ${word}`)
    .join(', ');
}

function words(days: CalendarDay[]): string {
  const failed = days.filter((day) => day.error + day.timeout > 0).length;
  return `${plural(days.length, 'day')} with runs, ${failed} of them with failures`;
}

function Legend() {
  return (
    <ul class="legend">
      <li>
        <svg viewBox="0 0 12 12" aria-hidden="true">
          <rect class="calendar-good" width="12" height="12" rx="2.500" />
        </svg>
        success
      </li>
      <li>
        <svg viewBox="0 0 12 12" aria-hidden="true">
          <rect class="calendar-mixed" width="12" height="12" rx="2.500" />
          <path class="calendar-notch" d="M6 0h6v6Z" />
        </svg>
        some failed
      </li>
      <li>
        <svg viewBox="0 0 12 12" aria-hidden="true">
          <rect class="calendar-bad" width="12" height="12" rx="2.500" />
          <path class="calendar-notch" d="M6 0h6v6Z" />
        </svg>
        failed
      </li>
      <li>
        <svg viewBox="0 0 12 12" aria-hidden="true">
          <rect class="calendar-rest" width="12" height="12" rx="2.500" />
        </svg>
        skipped
      </li>
    </ul>
  );
}
