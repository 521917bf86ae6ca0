import { signal } from '@preact/signals';

/** The server's clock as this page knows it, in milliseconds; moves once a second while the page is seen. */
export const now = signal(Date.now());

let ahead = 0;

/** Follows the server's clock where this machine's is wrong by more than the header can say. */
export function noteServerTime(header: string | null): void {
  const said = header === null ? NaN : Date.parse(header);
  if (Number.isNaN(said)) {
    return;
  }
  // The header has whole seconds: half a second is the best guess of the rest.
  const difference = said + 500 - Date.now();
  ahead = Math.abs(difference) > 2500 ? difference : 0;
}

export function serverNow(): number {
  return Date.now() + ahead;
}

function tick(): void {
  if (!document.hidden) {
    now.value = serverNow();
  }
}

export function startClock(): void {
  setInterval(tick, 1000);
  document.addEventListener('visibilitychange', tick);
}
