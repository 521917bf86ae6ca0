import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { Problem } from '../api/problem';
import { Icon } from './Icon';

interface Properties {
  label: ComponentChildren;
  /** The field's name in the API: the server's words about it are shown here. */
  name?: string;
  hint?: ComponentChildren;
  problem?: Problem | undefined;
  /** What the page itself has found wrong. */
  wrong?: string | null | undefined;
  /** Draws the control with these attributes, which tie it to its label and its problem. */
  children: (control: Control) => ComponentChildren;
}

export interface Control {
  id: string;
  name: string | undefined;
  'aria-describedby': string | undefined;
  'aria-invalid': 'true' | undefined;
}

/** A label, its control, one line of explanation, and what is wrong with it. */
export function Field({ label, name, hint, problem, wrong, children }: Properties) {
  const id = useId();
  const told = name === undefined ? undefined : problem?.at(name);
  const mistake = wrong ?? told?.detail;
  const described = [hint ? `${id}-hint` : null, mistake ? `${id}-wrong` : null].filter(Boolean).join(' ');
  return (
    <div class="field" data-field={name}>
      <label class="label" for={id}>
        {label}
      </label>
      {children({
        id,
        name,
        'aria-describedby': described === '' ? undefined : described,
        'aria-invalid': mistake ? 'true' : undefined,
      })}
      {mistake && (
        <div class="wrong" id={`${id}-wrong`} role="alert">
          <Icon name="warning" />
          <span>
            {!wrong && problem?.fix ? `${sentence(mistake)} ${problem.fix}` : mistake}
          </span>
        </div>
      )}
      {hint && (
        <div class="hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
    </div>
  );
}

/** What another sentence follows ends like one. */
function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
