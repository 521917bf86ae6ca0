import { useState } from 'preact/hooks';
import type { Problem } from '../../api/problem';
import { Field } from '../../parts/Field';
import { Segments } from '../../parts/Segments';
import { type Built, type Frequency, fromCron, PLAIN, toCron } from './cronBuilder';

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

interface Properties {
  value: string;
  onChange: (cron: string) => void;
  problem: Problem | undefined;
}

/** A cron expression, put together by choosing or written by hand. */
export function CronField({ value, onChange, problem }: Properties) {
  const read = fromCron(value);
  const [byHand, setByHand] = useState(read === null);
  const built = read ?? PLAIN;
  const change = (part: Partial<Built>): void => onChange(toCron({ ...built, ...part }));
  return (
    <div class="stack">
      <Segments
        label="How to say when"
        value={byHand ? 'hand' : 'builder'}
        choices={[
          { value: 'builder', label: 'Choose' },
          { value: 'hand', label: 'Write cron' },
        ]}
        onChange={(way) => {
          setByHand(way === 'hand');
          if (way === 'builder' && read === null) {
            onChange(toCron(PLAIN));
          }
        }}
      />
      {byHand ? (
        <Field
          label="Cron"
          name="cron"
          problem={problem}
          hint="Minute, hour, day of month, month, day of week; six fields with seconds first; L, LW, W, # and @daily work."
        >
          {(control) => (
            <input
              {...control}
              class="input input-mono"
              spellcheck={false}
              value={value}
              onInput={(event) => onChange(event.currentTarget.value)}
            />
          )}
        </Field>
      ) : (
        <Builder built={built} change={change} cron={value} />
      )}
    </div>
  );
}

interface BuilderProperties {
  built: Built;
  change: (part: Partial<Built>) => void;
  cron: string;
}

function Builder({ built, change, cron }: BuilderProperties) {
  return (
    <>
      <div class="builder">
        <Field label="How often">
          {(control) => (
            <select
              {...control}
              class="input"
              value={built.frequency}
              onChange={(event) => change({ frequency: event.currentTarget.value as Frequency })}
            >
              <option value="minutes">Every few minutes</option>
              <option value="hourly">Every hour</option>
              <option value="daily">Every day</option>
              <option value="weekly">On days of the week</option>
              <option value="monthly">Every month</option>
            </select>
          )}
        </Field>
        {built.frequency === 'minutes' && (
          <Field label="Minutes">
            {(control) => (
              <select {...control} class="input" value={built.step} onChange={(event) => change({ step: Number(event.currentTarget.value) })}>
                {[1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30].map((step) => (
                  <option key={step} value={step}>
                    {step === 1 ? 'every minute' : `every ${step} minutes`}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        {built.frequency === 'hourly' && (
          <Field label="Minute of the hour">
            {(control) => (
              <input
                {...control}
                class="input"
                type="number"
                min={0}
                max={59}
                value={built.minute}
                onInput={(event) => change({ minute: clamp(event.currentTarget.valueAsNumber) })}
              />
            )}
          </Field>
        )}
        {built.frequency === 'monthly' && (
          <Field label="Day">
            {(control) => (
              <select {...control} class="input" value={built.dayOfMonth} onChange={(event) => change({ dayOfMonth: event.currentTarget.value })}>
                {Array.from({ length: 31 }, (_, index) => (
                  <option key={index} value={String(index + 1)}>
                    on day {index + 1}
                  </option>
                ))}
                <option value="L">on the last day</option>
                <option value="LW">on the last working day</option>
                {['first', 'second', 'third', 'fourth'].flatMap((which, place) =>
                  DAYS.map((day, index) => (
                    <option key={`${which}${day}`} value={`${index + 1}#${place + 1}`}>
                      on the {which} {day}
                    </option>
                  )),
                )}
              </select>
            )}
          </Field>
        )}
        {built.frequency !== 'minutes' && built.frequency !== 'hourly' && (
          <Field label="Time">
            {(control) => (
              <input
                {...control}
                class="input"
                type="time"
                value={built.time}
                onInput={(event) => event.currentTarget.value !== '' && change({ time: event.currentTarget.value })}
              />
            )}
          </Field>
        )}
      </div>
      {built.frequency === 'weekly' && <Days chosen={built.days} onChange={(days) => change({ days })} />}
      <p class="hint">
        As cron: <code>{cron}</code>
      </p>
    </>
  );
}

function clamp(minute: number): number {
  return Number.isNaN(minute) ? 0 : Math.max(0, Math.min(59, Math.floor(minute)));
}

function Days({ chosen, onChange }: { chosen: number[]; onChange: (days: number[]) => void }) {
  return (
    <div class="days" role="group" aria-label="Days of the week">
      {DAYS.map((name, index) => {
        const day = index + 1;
        const on = chosen.includes(day);
        return (
          <button
            key={name}
            type="button"
            class="day"
            aria-pressed={on}
            aria-label={`${name.slice(0, 2)}, ${name}`}
            onClick={() => {
              const next = on ? chosen.filter((each) => each !== day) : [...chosen, day];
              if (next.length > 0) {
                onChange(next);
              }
            }}
          >
            {name.slice(0, 2)}
          </button>
        );
      })}
    </div>
  );
}
