import type { Schedule, TargetKind } from '../api/types';
import { Icon, type IconName } from './Icon';

export const TARGETS: Record<TargetKind, { word: string; icon: IconName; line: string }> = {
  http: { word: 'HTTP', icon: 'globe', line: 'Calls a URL, signed, and follows what it answers.' },
  workflow: { word: 'Workflow', icon: 'workflows', line: 'Hands the event to the executor of a workflow.' },
  graph: { word: 'Graph', icon: 'graph', line: 'Runs an agent graph under a grant.' },
  message: { word: 'Message', icon: 'rooms', line: 'Puts a message into a room of an agent.' },
  handler: { word: 'Handler', icon: 'code', line: 'Calls Java code in a program that embeds Carillon.' },
};

/** What a schedule's target is aimed at, in a few characters. */
export function aim(schedule: Schedule): string {
  switch (schedule.target) {
    case 'http':
      return `${schedule.method ?? 'POST'} ${schedule.url ?? ''}`;
    case 'workflow':
      return schedule.workflow_id ?? '';
    case 'graph':
      return schedule.graph_id ?? '';
    case 'message':
      return schedule.agent_id ?? '';
    case 'handler':
      return schedule.handler ?? '';
  }
}

export function TargetTag({ kind }: { kind: TargetKind }) {
  return (
    <span class="tag">
      <Icon name={TARGETS[kind].icon} />
      <span class="tag-word">{TARGETS[kind].word}</span>
    </span>
  );
}
