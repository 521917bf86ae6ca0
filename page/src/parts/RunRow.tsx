import { useId } from 'preact/hooks';
import type { Run } from '../api/types';
import { duration, moment, plural, shortMoment } from '../time/words';
import { brief } from './brief';
import { Icon } from './Icon';
import { reasonInWords } from './reasons';
import { RunDetail } from './RunDetail';
import { Status } from './Status';
import { When } from './When';

interface Properties {
  run: Run;
  /** The schedule's name, where runs of several are shown. */
  name?: string | undefined;
  zone?: string | null;
  open: boolean;
  here?: boolean;
  onToggle: () => void;
}

/** One line of history that opens to everything about the run. */
export function RunRow({ run, name, zone, open, here = false, onToggle }: Properties) {
  const id = useId();
  return (
    <div class="run" data-open={open} data-here={here} data-run={run.id} data-id={run.id}>
      <button type="button" class="run-line" aria-expanded={open} aria-controls={id} onClick={onToggle}>
        <Icon name={open ? 'down' : 'forward'} />
        <span class="run-status">
          <Status of={run.status} />
        </span>
        <span class="run-what">
          {name !== undefined && <strong class="cut">{name}</strong>}
          <span class="run-why cut">{summary(run)}</span>
        </span>
        {run.origin !== 'schedule' && <span class="tag">{run.origin}</span>}
        <span class="run-took">{run.status === 'skipped' ? '' : duration(run.duration_ms)}</span>
        <span class="run-when" title={moment(run.scheduled_for, zone ?? undefined)}>
          <When at={when(run, name !== undefined)} zone={zone ?? null} />
        </span>
      </button>
      {open && (
        <div class="run-detail" id={id}>
          <RunDetail run={run} zone={zone ?? null} />
        </div>
      )}
    </div>
  );
}

/** Runs of all schedules stand in the order of their slots, those of one schedule in that of their ends. */
function when(run: Run, ofMany: boolean): string {
  const ended = run.completed_at ?? run.scheduled_for;
  return ofMany ? (run.started_at ?? ended) : (run.completed_at ?? run.started_at ?? ended);
}

/** A run that began this many milliseconds after its slot was late in the eyes of a person. */
const WORTH_SAYING = 1000;

/** The one thing worth knowing of a run at a glance. */
export function summary(run: Run): string {
  if (run.status === 'skipped') {
    const slots = (run.skipped_slots ?? 1) > 1 ? `${plural(run.skipped_slots ?? 1, 'slot')}: ` : '';
    return slots + reasonInWords(run.reason ?? 'skipped');
  }
  if (run.error !== null) {
    return brief(`${run.error.code}: ${run.error.message}`);
  }
  if (run.reason !== null) {
    return run.reason;
  }
  if (run.origin === 'backfill') {
    return `for ${shortMoment(run.scheduled_for)}`;
  }
  const late = (run.lateness_ms ?? 0) >= WORTH_SAYING ? `${duration(run.lateness_ms)} late` : '';
  return [run.attempt > 1 ? `attempt ${run.attempt}` : '', late].filter(Boolean).join(' · ');
}
