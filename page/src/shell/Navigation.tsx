import { useEffect, useState } from 'preact/hooks';
import { isAgent, may, session, signOut } from '../api/session';
import type { Overview } from '../api/types';
import { known } from '../data/load';
import { hearing } from '../live/connection';
import { Bell } from '../parts/Bell';
import { Icon, type IconName } from '../parts/Icon';
import { go, place } from '../router/router';
import { helpOpen } from './Help';
import { nextTheme, theme } from './theme';

interface Item {
  label: string;
  href: string;
  icon: IconName;
}

const GROUPS: { title: string | null; items: Item[] }[] = [
  {
    title: null,
    items: [
      { label: 'Overview', href: '/', icon: 'overview' },
      { label: 'Schedules', href: '/schedules', icon: 'schedules' },
      { label: 'Runs', href: '/runs', icon: 'runs' },
      { label: 'Next', href: '/next', icon: 'next' },
    ],
  },
  {
    title: 'Targets',
    items: [
      { label: 'Workflows', href: '/workflows', icon: 'workflows' },
      { label: 'Agents and rooms', href: '/agents', icon: 'agents' },
      { label: 'Grants', href: '/grants', icon: 'grants' },
      { label: 'Executors', href: '/settings/executors', icon: 'executors' },
    ],
  },
  {
    title: 'Administration',
    items: [
      { label: 'Tokens', href: '/settings/tokens', icon: 'tokens' },
      { label: 'Webhooks', href: '/settings/webhooks', icon: 'webhooks' },
      { label: 'Imports', href: '/imports', icon: 'imports' },
      { label: 'Nodes', href: '/nodes', icon: 'nodes' },
    ],
  },
];

const HEARING = { connecting: 'Connecting', live: 'Live', lost: 'Not connected' } as const;

/** The way to every view: beside them, or behind a button where there is no room. */
export function Navigation() {
  const [open, setOpen] = useState(false);
  const { path } = place.value;
  useEffect(() => setOpen(false), [path]);
  useEffect(() => {
    const close = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') {
        setOpen(false);
      }
    };
    window.addEventListener('keydown', close);
    return () => window.removeEventListener('keydown', close);
  }, []);
  return (
    <>
      <header class="top">
        <button
          type="button"
          class="button button-plain button-icon"
          aria-label="Menu"
          aria-expanded={open}
          aria-controls="side"
          onClick={() => setOpen(!open)}
        >
          <Icon name="menu" />
        </button>
        <a class="brand" href="/">
          <Bell />
          Carillon
        </a>
        <Live />
      </header>
      {open && <button type="button" class="side-veil" aria-label="Close the menu" onClick={() => setOpen(false)} />}
      <aside class="side" id="side" data-open={open} aria-label="Carillon">
        <a class="brand" href="/">
          <Bell />
          Carillon
        </a>
        <nav class="nav" aria-label="Views">
          {GROUPS.map((group) => (
            <div class="nav-group" key={group.title}>
              {group.title && group.items.some(allowed) && <div class="nav-title">{group.title}</div>}
              {group.items.filter(allowed).map((item) => (
                <NavLink key={item.href} item={item} here={isHere(item.href, path)} />
              ))}
            </div>
          ))}
        </nav>
        <Foot />
      </aside>
    </>
  );
}

const FOR_AGENTS = ['/schedules', '/runs', '/agents'];

function allowed(item: Item): boolean {
  if (isAgent()) {
    return FOR_AGENTS.includes(item.href);
  }
  return item.href !== '/settings/tokens' || may('admin');
}

function isHere(href: string, path: string): boolean {
  if (href === '/agents' && path.startsWith('/rooms')) {
    return true;
  }
  return href === '/' ? path === '/' : path === href || path.startsWith(`${href}/`);
}

function NavLink({ item, here }: { item: Item; here: boolean }) {
  const attention = item.href === '/' ? (known<Overview>('/overview')?.attention_total ?? 0) : 0;
  return (
    <a class="nav-link" href={item.href} aria-current={here ? 'page' : undefined}>
      <Icon name={item.icon} />
      {item.label}
      {attention > 0 && (
        <span class="nav-count" title={`${attention} need attention`}>
          {attention}
        </span>
      )}
    </a>
  );
}

function Live() {
  const { is } = hearing.value;
  return (
    <div class="live" data-is={is}>
      <span class="live-mark" aria-hidden="true" />
      {HEARING[is]}
    </div>
  );
}

function Foot() {
  const icon: IconName = theme.value === 'system' ? 'system' : theme.value === 'light' ? 'sun' : 'moon';
  return (
    <div class="side-foot">
      <Live />
      <div class="side-who">
        <div class="cut" title={session.value?.principal}>
          {session.value?.principal}
        </div>
        <div class="cut faint">in {session.value?.organization}</div>
      </div>
      <div class="side-tools">
        <button
          type="button"
          class="button button-plain button-icon"
          aria-label={`Colours: ${theme.value}. Change`}
          title={`Colours: ${theme.value}`}
          onClick={nextTheme}
        >
          <Icon name={icon} />
        </button>
        <button
          type="button"
          class="button button-plain button-icon"
          aria-label="Keyboard help"
          title="Keyboard help (?)"
          onClick={() => {
            helpOpen.value = true;
          }}
        >
          <Icon name="help" />
        </button>
        <button
          type="button"
          class="button button-plain button-icon"
          aria-label="Sign out"
          title="Sign out"
          onClick={() => void signOut().then(() => go('/'))}
        >
          <Icon name="leave" />
        </button>
      </div>
    </div>
  );
}
