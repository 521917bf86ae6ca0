import { computed, signal } from '@preact/signals';

/** Where the page is: a path of our own, and its query. */
export interface Place {
  path: string;
  search: string;
}

export const place = signal<Place>(here());

/** The parts of the path: /schedules/ID/edit is ["schedules", "ID", "edit"]. */
export const steps = computed(() =>
  place.value.path
    .split('/')
    .filter((step) => step !== '')
    .map(decoded),
);

/** A step that is no text, such as %zz, stands for itself: nothing has that name. */
function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

export const search = computed(() => new URLSearchParams(place.value.search));

function here(): Place {
  return { path: location.pathname, search: location.search };
}

window.addEventListener('popstate', () => {
  place.value = here();
});

/** Goes somewhere, as a link does. */
export function go(to: string): void {
  if (to !== location.pathname + location.search) {
    history.pushState(null, '', to);
  }
  place.value = here();
  window.scrollTo(0, 0);
}

/** Goes somewhere without a step back, such as while a filter is typed. */
export function goInstead(to: string): void {
  history.replaceState(null, '', to);
  place.value = here();
}

/** The same path with some parameters of its query changed; an empty one is left out. */
export function withSearch(changes: Record<string, string | null>): string {
  const next = new URLSearchParams(place.peek().search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') {
      next.delete(name);
    } else {
      next.set(name, value);
    }
  }
  const text = next.toString();
  return place.peek().path + (text === '' ? '' : `?${text}`);
}

/** Lets plain clicks on our own links stay within the page; others are the browser's. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) {
    return;
  }
  const link = (event.target as Element | null)?.closest?.('a[href]');
  if (!(link instanceof HTMLAnchorElement) || link.target !== '' || link.hasAttribute('download')) {
    return;
  }
  if (link.origin !== location.origin || /^\/(api|docs|openapi|metrics|licenses)/.test(link.pathname)) {
    return;
  }
  if (link.hash !== '' && link.pathname === location.pathname) {
    return;
  }
  event.preventDefault();
  go(link.pathname + link.search);
}
