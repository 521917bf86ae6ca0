import { Icon, type IconName } from './Icon';

interface Choice<T extends string> {
  value: T;
  label: string;
  icon?: IconName;
}

interface Properties<T extends string> {
  label: string;
  choices: Choice<T>[];
  value: T;
  onChange: (value: T) => void;
}

/** One of a few, all in sight; the arrow keys move between them. */
export function Segments<T extends string>({ label, choices, value, onChange }: Properties<T>) {
  const move = (event: KeyboardEvent, by: number) => {
    event.preventDefault();
    const index = choices.findIndex((choice) => choice.value === value);
    const next = choices[(index + by + choices.length) % choices.length];
    if (next !== undefined) {
      onChange(next.value);
      const buttons = (event.currentTarget as HTMLElement).querySelectorAll('button');
      buttons[(index + by + choices.length) % choices.length]?.focus();
    }
  };
  return (
    <div
      class="segments"
      role="radiogroup"
      aria-label={label}
      onKeyDown={(event) => {
        if (event.key === 'ArrowRight' || event.key === 'ArrowDown') {
          move(event, 1);
        } else if (event.key === 'ArrowLeft' || event.key === 'ArrowUp') {
          move(event, -1);
        }
      }}
    >
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          role="radio"
          class="segment"
          aria-checked={choice.value === value ? 'true' : 'false'}
          tabIndex={choice.value === value ? 0 : -1}
          onClick={() => onChange(choice.value)}
        >
          {choice.icon && <Icon name={choice.icon} />}
          {choice.label}
        </button>
      ))}
    </div>
  );
}
