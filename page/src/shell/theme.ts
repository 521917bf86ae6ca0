import { effect, signal } from '@preact/signals';

export type Theme = 'system' | 'light' | 'dark';

const KEY = 'carillon.theme';

function remembered(): Theme {
  const kept = localStorage.getItem(KEY);
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}

export const theme = signal<Theme>(remembered());

const dark = matchMedia('(prefers-color-scheme: dark)');
const systemIsDark = signal(dark.matches);
dark.addEventListener('change', () => {
  systemIsDark.value = dark.matches;
});

/** Whether dark colours are shown; charts paint themselves and must know. */
export const isDark = signal(false);

export function startTheme(): void {
  effect(() => {
    isDark.value = theme.value === 'dark' || (theme.value === 'system' && systemIsDark.value);
    document.documentElement.dataset['theme'] = isDark.value ? 'dark' : 'light';
    if (theme.value === 'system') {
      localStorage.removeItem(KEY);
    } else {
      localStorage.setItem(KEY, theme.value);
    }
  });
}

export function nextTheme(): void {
  const order: Theme[] = ['system', 'light', 'dark'];
  theme.value = order[(order.indexOf(theme.value) + 1) % order.length] ?? 'system';
}
