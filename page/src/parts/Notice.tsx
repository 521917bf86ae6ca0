import type { ComponentChildren } from 'preact';
import type { Problem } from '../api/problem';
import { Icon, type IconName } from './Icon';

type Kind = 'bad' | 'warn' | 'good' | 'plain';

const ICONS: Record<Kind, IconName> = { bad: 'warning', warn: 'warning', good: 'check', plain: 'info' };

interface Properties {
  kind: Kind;
  title: ComponentChildren;
  children?: ComponentChildren;
  /** Buttons at its end. */
  actions?: ComponentChildren;
}

export function Notice({ kind, title, children, actions }: Properties) {
  return (
    <div class={`notice notice-${kind}`} role={kind === 'bad' ? 'alert' : 'status'}>
      <Icon name={ICONS[kind]} />
      <div class="notice-text">
        <div class="notice-title">{title}</div>
        {children}
      </div>
      {actions}
    </div>
  );
}

/** What the server said, in its own words. Problems of single fields stand at the fields. */
export function ProblemNotice({ problem, fields = [] }: { problem: Problem | undefined; fields?: string[] }) {
  if (problem === undefined || fields.some((field) => problem.at(field) !== undefined)) {
    return null;
  }
  return (
    <Notice kind="bad" title={problem.title}>
      <p>{problem.message}</p>
      {problem.fix !== null && <p class="soft">{problem.fix}</p>}
    </Notice>
  );
}
