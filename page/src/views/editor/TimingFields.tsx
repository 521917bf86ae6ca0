import type { Problem } from '../../api/problem';
import { Field } from '../../parts/Field';
import { Segments } from '../../parts/Segments';
import { viewerZone } from '../../time/words';
import { CronField } from './CronField';
import { type Draft, UNITS } from './draft';

const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];

interface Properties {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  problem: Problem | undefined;
}

/** When it runs. */
export function TimingFields({ draft, change, problem }: Properties) {
  return (
    <section class="card form-part" aria-labelledby="when-title">
      <h2 id="when-title">When</h2>
      <Segments
        label="Timing"
        value={draft.timing}
        choices={[
          { value: 'cron', label: 'Calendar', icon: 'schedules' },
          { value: 'every', label: 'Interval', icon: 'repeat' },
          { value: 'once', label: 'Once', icon: 'bolt' },
        ]}
        onChange={(timing) => change({ timing })}
      />
      {draft.timing === 'cron' && (
        <>
          <CronField value={draft.cron} onChange={(cron) => change({ cron })} problem={problem} />
          <Field label="Time zone" name="timezone" problem={problem} hint="The days and times above are meant there, daylight saving included.">
            {(control) => (
              <>
                <input
                  {...control}
                  class="input"
                  list="zones"
                  spellcheck={false}
                  value={draft.timezone}
                  onInput={(event) => change({ timezone: event.currentTarget.value })}
                />
                <datalist id="zones">
                  {ZONES.map((zone) => (
                    <option key={zone} value={zone} />
                  ))}
                </datalist>
              </>
            )}
          </Field>
        </>
      )}
      {draft.timing === 'every' && <Every draft={draft} change={change} problem={problem} />}
      {draft.timing === 'once' && (
        <Field label="At" name="run_at" problem={problem} hint={`In your zone, ${viewerZone}.`}>
          {(control) => (
            <input
              {...control}
              class="input"
              type="datetime-local"
              value={draft.run_at}
              onInput={(event) => change({ run_at: event.currentTarget.value })}
            />
          )}
        </Field>
      )}
      {draft.timing !== 'once' && <Window draft={draft} change={change} problem={problem} />}
    </section>
  );
}

function Every({ draft, change, problem }: Properties) {
  return (
    <>
      <div class="grid-2">
        <Field label="Every" name="interval_seconds" problem={problem}>
          {(control) => (
            <input
              {...control}
              class="input"
              inputMode="decimal"
              value={draft.every}
              onInput={(event) => change({ every: event.currentTarget.value })}
            />
          )}
        </Field>
        <Field label="Unit">
          {(control) => (
            <select {...control} class="input" value={draft.unit} onChange={(event) => change({ unit: event.currentTarget.value })}>
              {Object.keys(UNITS).map((unit) => (
                <option key={unit}>{unit}</option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <Field
        label="Counted from"
        name="interval_from"
        problem={problem}
        hint={
          draft.interval_from === 'completion'
            ? 'The next slot is this long after the run has ended.'
            : 'Slots keep their distance, however long a run takes.'
        }
      >
        {(control) => (
          <select {...control} class="input" value={draft.interval_from} onChange={(event) => change({ interval_from: event.currentTarget.value })}>
            <option value="slot">slot to slot</option>
            <option value="completion">the end of the run</option>
          </select>
        )}
      </Field>
    </>
  );
}

function Window({ draft, change, problem }: Properties) {
  return (
    <details class="more" open={draft.start_at !== '' || draft.end_at !== '' || Number(draft.jitter_seconds) > 0}>
      <summary>Bounds and jitter</summary>
      <div class="grid-3">
        <Field label="Not before" name="start_at" problem={problem} hint="Slots before it do not exist.">
          {(control) => (
            <input
              {...control}
              class="input"
              type="datetime-local"
              value={draft.start_at}
              onInput={(event) => change({ start_at: event.currentTarget.value })}
            />
          )}
        </Field>
        <Field label="Not after" name="end_at" problem={problem} hint="After it the schedule is done.">
          {(control) => (
            <input
              {...control}
              class="input"
              type="datetime-local"
              value={draft.end_at}
              onInput={(event) => change({ end_at: event.currentTarget.value })}
            />
          )}
        </Field>
        <Field label="Jitter, seconds" name="jitter_seconds" problem={problem} hint="Spreads starts; each slot has its own fixed delay.">
          {(control) => (
            <input
              {...control}
              class="input"
              inputMode="decimal"
              placeholder="0"
              value={draft.jitter_seconds}
              onInput={(event) => change({ jitter_seconds: event.currentTarget.value })}
            />
          )}
        </Field>
      </div>
    </details>
  );
}
