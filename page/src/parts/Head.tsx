import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { Icon } from './Icon';

interface Properties {
  title: string;
  /** What stands beside the title, such as a status. */
  mark?: ComponentChildren;
  note?: ComponentChildren;
  /** Where this view hangs. */
  trail?: { label: string; href: string };
  children?: ComponentChildren;
}

/** The head of a view: what it is, and what can be done with it. */
export function Head({ title, mark, note, trail, children }: Properties) {
  useEffect(() => {
    document.title = `${title} · Carillon`;
  }, [title]);
  return (
    <header class="head">
      <div class="head-text">
        {trail && (
          <div class="trail">
            <a href={trail.href}>{trail.label}</a>
            <Icon name="forward" />
          </div>
        )}
        <div class="head-title">
          <h1>{title}</h1>
          {mark}
        </div>
        {note && <div class="head-note">{note}</div>}
      </div>
      {children && <div class="actions">{children}</div>}
    </header>
  );
}
