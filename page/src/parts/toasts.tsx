import { signal } from '@preact/signals';

interface Toast {
  id: number;
  text: string;
}

const shown = signal<Toast[]>([]);
let count = 0;

const STAYS = 6000;

/** Says briefly that something was done. */
export function say(text: string): void {
  const toast = { id: ++count, text };
  shown.value = [...shown.value.slice(-2), toast];
  setTimeout(() => drop(toast.id), STAYS);
}

function drop(id: number): void {
  shown.value = shown.value.filter((toast) => toast.id !== id);
}

export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {shown.value.map((toast) => (
        <div class="toast" key={toast.id}>
          <span>{toast.text}</span>
          <button type="button" aria-label="Dismiss" onClick={() => drop(toast.id)}>
            ✕
          </button>
        </div>
      ))}
    </div>
  );
}
