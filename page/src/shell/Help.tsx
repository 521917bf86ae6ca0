import { signal } from '@preact/signals';
import { may } from '../api/session';
import { Dialog } from '../parts/Dialog';
import { go, place } from '../router/router';
import { useKeys } from './useKeys';

export const helpOpen = signal(false);

const KEYS: [string, string][] = [
  ['/', 'Search'],
  ['n', 'New schedule'],
  ['j  k', 'Down and up in a list'],
  ['Enter', 'Open'],
  ['x', 'Select'],
  ['e', 'Edit the schedule'],
  ['g o', 'Overview'],
  ['g s', 'Schedules'],
  ['g r', 'Runs'],
  ['g n', 'Next'],
  ['g w', 'Workflows'],
  ['g a', 'Agents and rooms'],
  ['g g', 'Grants'],
  ['g e', 'Executors'],
  ['g t', 'Tokens'],
  ['g h', 'Webhooks'],
  ['g i', 'Imports'],
  ['g d', 'Nodes'],
  ['?', 'This help'],
  ['Esc', 'Leave a field, close a dialog'],
];

/** How long the field of a view that is not drawn yet is waited for. */
const FRAMES = 60;

function focusSearch(frames: number): void {
  const field = document.querySelector<HTMLInputElement>('input[type=search]');
  if (field !== null) {
    field.focus();
    field.select();
  } else if (frames > 0) {
    requestAnimationFrame(() => focusSearch(frames - 1));
  }
}

/** The keys that work everywhere, and what they are. */
export function Help() {
  useKeys({
    '?': () => {
      helpOpen.value = true;
    },
    n: () => {
      if (may('write')) {
        go('/schedules/new');
      }
    },
    '/': () => {
      if (place.value.path !== '/schedules') {
        go('/schedules');
      }
      focusSearch(FRAMES);
    },
  });
  if (!helpOpen.value) {
    return null;
  }
  const close = (): void => {
    helpOpen.value = false;
  };
  return (
    <Dialog
      title="Keyboard"
      onClose={close}
      onSubmit={close}
      foot={
        <button type="submit" class="button button-primary" autofocus>
          Close
        </button>
      }
    >
      <dl class="keys">
        {KEYS.map(([keys, what]) => (
          <div key={keys}>
            <dt>
              {keys.split(' ').filter(Boolean).map((key) => (
                <span class="kbd" key={key}>
                  {key}
                </span>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <p class="faint small">
        The API is described at <a href="/docs">/docs</a>; what this page is made of is in{' '}
        <a href="/licenses.txt">licenses.txt</a>.
      </p>
    </Dialog>
  );
}
