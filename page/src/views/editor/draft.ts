import type { Schedule, TargetKind } from '../../api/types';
import { checkJson } from '../../parts/JsonField';
import { fromLocal, toLocal } from '../../time/local';

export type TimingKind = 'cron' | 'every' | 'once';

/** Units of an interval, in seconds. */
export const UNITS: Record<string, number> = { seconds: 1, minutes: 60, hours: 3600, days: 86400 };

/** A schedule as it stands in the form: all texts, so that anything can be typed. Empty is the default. */
export interface Draft {
  name: string;
  description: string;
  timing: TimingKind;
  cron: string;
  timezone: string;
  every: string;
  unit: string;
  interval_from: string;
  run_at: string;
  start_at: string;
  end_at: string;
  jitter_seconds: string;
  target: TargetKind;
  url: string;
  method: string;
  headers: string;
  workflow_id: string;
  trigger_node_id: string;
  graph_id: string;
  grant_id: string;
  agent_id: string;
  room_id: string;
  payload_kind: string;
  payload_text: string;
  handler: string;
  payload: string;
  total_repeats: string;
  max_retries: string;
  retry_delay_seconds: string;
  timeout_seconds: string;
  max_failures: string;
  on_max_failures: string;
  overlap: string;
  catch_up: string;
  starting_deadline_seconds: string;
  backfill_limit: string;
}

const NUMBERS = [
  'total_repeats',
  'max_retries',
  'retry_delay_seconds',
  'timeout_seconds',
  'max_failures',
  'starting_deadline_seconds',
  'backfill_limit',
  'jitter_seconds',
] as const;

const WORDS = ['on_max_failures', 'overlap', 'catch_up'] as const;

export function emptyDraft(zone: string): Draft {
  return {
    name: '',
    description: '',
    timing: 'cron',
    cron: '0 9 * * 1-5',
    timezone: zone,
    every: '10',
    unit: 'minutes',
    interval_from: 'slot',
    run_at: '',
    start_at: '',
    end_at: '',
    jitter_seconds: '',
    target: 'http',
    url: '',
    method: 'POST',
    headers: '',
    workflow_id: '',
    trigger_node_id: '',
    graph_id: '',
    grant_id: '',
    agent_id: '',
    room_id: '',
    payload_kind: 'message',
    payload_text: '',
    handler: '',
    payload: '',
    total_repeats: '',
    max_retries: '',
    retry_delay_seconds: '',
    timeout_seconds: '',
    max_failures: '',
    on_max_failures: '',
    overlap: '',
    catch_up: '',
    starting_deadline_seconds: '',
    backfill_limit: '',
  };
}

export function draftOf(schedule: Schedule): Draft {
  const [every, unit] = interval(schedule.interval_seconds);
  const draft: Draft = {
    ...emptyDraft(schedule.timezone ?? 'UTC'),
    name: schedule.name,
    description: schedule.description,
    timing: schedule.cron !== null ? 'cron' : schedule.run_at !== null ? 'once' : 'every',
    cron: schedule.cron ?? '0 9 * * 1-5',
    every,
    unit,
    interval_from: schedule.interval_from ?? 'slot',
    run_at: toLocal(schedule.run_at),
    start_at: toLocal(schedule.start_at),
    end_at: toLocal(schedule.end_at),
    target: schedule.target,
    url: schedule.url ?? '',
    method: schedule.method ?? 'POST',
    headers: Object.entries(schedule.headers ?? {})
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n'),
    workflow_id: schedule.workflow_id ?? '',
    trigger_node_id: schedule.trigger_node_id ?? '',
    graph_id: schedule.graph_id ?? '',
    grant_id: schedule.grant_id ?? '',
    agent_id: schedule.agent_id ?? '',
    room_id: schedule.room_id ?? '',
    payload_kind: schedule.payload_kind ?? 'message',
    payload_text: schedule.payload_text ?? '',
    handler: schedule.handler ?? '',
    payload: schedule.payload === null || schedule.payload === undefined ? '' : JSON.stringify(schedule.payload, null, 2),
  };
  for (const name of [...NUMBERS, ...WORDS]) {
    draft[name] = String(schedule[name]);
  }
  return draft;
}

function interval(seconds: number | null): [string, string] {
  if (seconds === null) {
    return ['10', 'minutes'];
  }
  const unit = ['days', 'hours', 'minutes'].find((each) => seconds % (UNITS[each] ?? 1) === 0) ?? 'seconds';
  return [String(seconds / (UNITS[unit] ?? 1)), unit];
}

/** A number that was typed; what is none goes to the server as it is, which says so at the field. */
function numeric(text: string): number | string {
  const value = Number(text);
  return Number.isFinite(value) ? value : text;
}

export function timingBody(draft: Draft): Record<string, unknown> {
  switch (draft.timing) {
    case 'cron':
      return { cron: draft.cron.trim(), timezone: draft.timezone.trim() };
    case 'every': {
      const count = numeric(draft.every.trim());
      return { interval_seconds: typeof count === 'number' ? count * (UNITS[draft.unit] ?? 1) : count };
    }
    case 'once':
      return { run_at: fromLocal(draft.run_at) };
  }
}

/** What only some timings have besides: the first and last moment. */
export function windowBody(draft: Draft): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  if (draft.timing !== 'once') {
    if (draft.start_at !== '') {
      body['start_at'] = fromLocal(draft.start_at);
    }
    if (draft.end_at !== '') {
      body['end_at'] = fromLocal(draft.end_at);
    }
  }
  return body;
}

function targetBody(draft: Draft): Record<string, unknown> {
  switch (draft.target) {
    case 'http':
      return { url: draft.url.trim(), method: draft.method, ...some('headers', headers(draft.headers)) };
    case 'workflow':
      return { workflow_id: draft.workflow_id.trim(), ...some('trigger_node_id', draft.trigger_node_id.trim()) };
    case 'graph':
      return { graph_id: draft.graph_id.trim(), ...some('grant_id', draft.grant_id.trim()) };
    case 'message':
      return {
        agent_id: draft.agent_id.trim(),
        ...some('room_id', draft.room_id.trim()),
        payload_kind: draft.payload_kind,
        payload_text: draft.payload_text,
      };
    case 'handler':
      return { handler: draft.handler.trim() };
  }
}

function some(name: string, value: unknown): Record<string, unknown> {
  return value === '' || value === undefined ? {} : { [name]: value };
}

function headers(text: string): Record<string, string> | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) {
    return undefined;
  }
  return Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return colon < 0 ? [line.trim(), ''] : [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
    }),
  );
}

/** The draft as the API takes it; what was left empty is left out. */
export function bodyOf(draft: Draft): Record<string, unknown> {
  const body: Record<string, unknown> = {
    ...some('name', draft.name.trim()),
    ...some('description', draft.description.trim()),
    ...timingBody(draft),
    ...windowBody(draft),
    ...(draft.timing === 'every' ? { interval_from: draft.interval_from } : {}),
    target: draft.target,
    ...targetBody(draft),
  };
  if (draft.target !== 'message') {
    Object.assign(body, some('payload', checkJson(draft.payload).value));
  }
  for (const name of NUMBERS) {
    if (draft[name].trim() !== '') {
      body[name] = numeric(draft[name].trim());
    }
  }
  for (const name of WORDS) {
    Object.assign(body, some(name, draft[name]));
  }
  return body;
}

/** Only what differs from before; what was emptied goes back to its default. */
export function changesOf(before: Draft, after: Draft): Record<string, unknown> {
  const old = bodyOf(before);
  const next = bodyOf(after);
  const changes: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(next)) {
    if (JSON.stringify(value) !== JSON.stringify(old[name])) {
      changes[name] = value;
    }
  }
  // The fields of a timing or target that has gone go with it by themselves.
  const gone = new Set([
    ...(before.timing === after.timing ? [] : ['cron', 'timezone', 'interval_seconds', 'interval_from', 'run_at']),
    ...(before.target === after.target ? [] : Object.keys(targetBody(before))),
  ]);
  for (const name of Object.keys(old)) {
    if (!(name in next) && !gone.has(name)) {
      changes[name] = null;
    }
  }
  return changes;
}
