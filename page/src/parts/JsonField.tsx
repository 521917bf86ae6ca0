import type { Problem } from '../api/problem';
import { Field } from './Field';

export interface Checked {
  /** Undefined where nothing was written. */
  value: unknown;
  wrong: string | null;
}

/** Reads JSON, or says what is wrong with it and where. */
export function checkJson(text: string): Checked {
  if (text.trim() === '') {
    return { value: undefined, wrong: null };
  }
  try {
    return { value: JSON.parse(text) as unknown, wrong: null };
  } catch (failure) {
    return { value: undefined, wrong: explain(text, String((failure as Error).message)) };
  }
}

/** Browsers name a position or a line in their own ways; people look for lines. */
function explain(text: string, message: string): string {
  const plain = message.replace(/^JSON\.parse: /, '').replace(/ in JSON at position \d+.*/, '').replace(/, "[\s\S]*" is not valid JSON/, '');
  const at = /position (\d+)/.exec(message);
  if (at === null) {
    return `This is not JSON: ${plain}.`;
  }
  const before = text.slice(0, Number(at[1]));
  const line = before.split('\n').length;
  const column = before.length - before.lastIndexOf('\n');
  return `This is not JSON: ${plain}, line ${line}, column ${column}.`;
}

interface Properties {
  label: string;
  name: string;
  value: string;
  onChange: (text: string) => void;
  wrong: string | null;
  hint?: string;
  problem?: Problem | undefined;
}

/** A text of JSON, checked while it is typed. */
export function JsonField({ label, name, value, onChange, wrong, hint, problem }: Properties) {
  const tidy = (): void => {
    const checked = checkJson(value);
    if (checked.wrong === null && checked.value !== undefined) {
      onChange(JSON.stringify(checked.value, null, 2));
    }
  };
  return (
    <Field label={label} name={name} hint={hint} problem={problem} wrong={wrong}>
      {(control) => (
        <div class="json">
          <textarea
            {...control}
            class="input input-mono"
            rows={Math.min(14, Math.max(4, value.split('\n').length))}
            spellcheck={false}
            value={value}
            onInput={(event) => onChange(event.currentTarget.value)}
          />
          <button type="button" class="button button-small json-tidy" onClick={tidy}>
            Tidy
          </button>
        </div>
      )}
    </Field>
  );
}
