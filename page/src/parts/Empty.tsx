import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './Icon';

/** Instead of a list without items: what would stand here, and how it gets here. */
export function Empty({ icon, title, children }: { icon: IconName; title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <Icon name={icon} />
      <div class="empty-title">{title}</div>
      {children}
    </div>
  );
}
