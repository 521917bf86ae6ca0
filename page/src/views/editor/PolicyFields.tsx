import type { Problem } from '../../api/problem';
import { Field } from '../../parts/Field';
import { CATCH_UP, DEFAULTS, ON_MAX_FAILURES, OVERLAP } from '../../parts/policies';
import type { Draft } from './draft';

interface Properties {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  problem: Problem | undefined;
}

/** By which rules it runs; what is left empty has the default of its target. */
export function PolicyFields(properties: Properties) {
  const { draft } = properties;
  const defaults = DEFAULTS[draft.target];
  const failures = Number(draft.max_failures === '' ? defaults.max_failures : draft.max_failures);
  const catchUp = draft.catch_up === '' ? defaults.catch_up : draft.catch_up;
  return (
    <section class="card form-part" aria-labelledby="rules-title">
      <h2 id="rules-title">Policies</h2>
      <p class="hint">Empty fields have the default of their target, shown in grey.</p>
      <div class="policy-grid">
        <Choice {...properties} name="overlap" label="Overlap" choices={OVERLAP} fallback={defaults.overlap} />
        <Choice {...properties} name="catch_up" label="Catch-up" choices={CATCH_UP} fallback={defaults.catch_up} />
        <Count {...properties} name="timeout_seconds" label="Timeout, seconds" fallback={defaults.timeout_seconds} hint="An attempt that takes longer has failed." />
        <Count {...properties} name="max_retries" label="Retries" fallback={defaults.max_retries} hint="How often a failed slot is tried again." />
        <Count
          {...properties}
          name="retry_delay_seconds"
          label="Retry delay, seconds"
          fallback={60}
          hint={draft.timing === 'every' ? 'Not used here: an interval doubles from its own length.' : 'Doubles with every retry, up to ten times itself.'}
        />
        <Count {...properties} name="max_failures" label="Failures in a row" fallback={defaults.max_failures} hint="After so many failed slots it ends; 0 is never." />
        {failures > 0 && (
          <Choice {...properties} name="on_max_failures" label="Then" choices={ON_MAX_FAILURES} fallback={defaults.on_max_failures} />
        )}
        <Count {...properties} name="total_repeats" label="Repeats" fallback={0} hint="Done after so many slots; 0 is without end." />
        <Count
          {...properties}
          name="starting_deadline_seconds"
          label="Starting deadline, seconds"
          fallback={3600}
          hint="A slot that is later than this is not run any more."
        />
        {catchUp === 'all' && (
          <Count {...properties} name="backfill_limit" label="Backfill limit" fallback={0} hint="How many missed slots may run after a downtime; 0 is none." />
        )}
      </div>
    </section>
  );
}

interface CountProperties extends Properties {
  name: keyof Draft & string;
  label: string;
  fallback: number;
  hint: string;
}

function Count({ draft, change, problem, name, label, fallback, hint }: CountProperties) {
  return (
    <Field label={label} name={name} problem={problem} hint={hint}>
      {(control) => (
        <input
          {...control}
          class="input"
          inputMode="decimal"
          placeholder={String(fallback)}
          value={draft[name]}
          onInput={(event) => change({ [name]: event.currentTarget.value })}
        />
      )}
    </Field>
  );
}

interface ChoiceProperties extends Properties {
  name: keyof Draft & string;
  label: string;
  choices: Record<string, string>;
  fallback: string;
}

function Choice({ draft, change, problem, name, label, choices, fallback }: ChoiceProperties) {
  const current = draft[name] === '' ? fallback : draft[name];
  return (
    <Field label={label} name={name} problem={problem} hint={choices[current]}>
      {(control) => (
        <select {...control} class="input" value={draft[name]} onChange={(event) => change({ [name]: event.currentTarget.value })}>
          {draft[name] === '' && <option value="">{fallback} (default)</option>}
          {Object.keys(choices).map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      )}
    </Field>
  );
}
