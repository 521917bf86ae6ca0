import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from './Icon';

/** How long after the last key a search begins. */
const REST = 180;

interface Properties {
  label: string;
  value: string;
  onSearch: (text: string) => void;
}

/** A search field that asks only when the typing rests. "/" leads to it, from everywhere. */
export function Search({ label, value, onSearch }: Properties) {
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  // What this field has asked for, or was given. Only what comes from elsewhere replaces what is typed: effects
  // run a while after the drawing, and keys that were hit in between must not be lost.
  const known = useRef(value);
  useEffect(() => {
    if (value !== known.current) {
      known.current = value;
      setText(value);
    }
  }, [value]);
  return (
    <div class="search" role="search">
      <Icon name="search" />
      <input
        class="input"
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        onInput={(event) => {
          const typed = event.currentTarget.value;
          setText(typed);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => {
            known.current = typed.trim();
            onSearch(typed);
          }, REST);
        }}
      />
      {text === '' && <span class="kbd" aria-hidden="true">/</span>}
    </div>
  );
}
