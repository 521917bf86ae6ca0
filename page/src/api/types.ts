/** The API's own JSON, in the API's own words (openapi.yaml). */

export type ScheduleStatus = 'active' | 'paused' | 'done' | 'dead' | 'stopped';
export type TargetKind = 'workflow' | 'graph' | 'message' | 'http' | 'handler';
export type RunStatus = 'waiting' | 'running' | 'success' | 'error' | 'timeout' | 'skipped' | 'cancelled';
export type Origin = 'schedule' | 'manual' | 'backfill';
export type Scope = 'read' | 'write' | 'run' | 'admin' | 'operator';

export interface PageOf<T> {
  items: T[];
  next_cursor: string | null;
}

export interface Fault {
  code: string;
  message: string;
}

export interface Schedule {
  id: string;
  name: string;
  description: string;
  status: ScheduleStatus;
  status_reason: string | null;
  enabled: boolean;
  cron: string | null;
  timezone: string | null;
  interval_seconds: number | null;
  interval_from: string | null;
  run_at: string | null;
  start_at: string | null;
  end_at: string | null;
  jitter_seconds: number;
  target: TargetKind;
  workflow_id?: string;
  trigger_node_id?: string | null;
  graph_id?: string;
  grant_id: string | null;
  agent_id?: string;
  room_id?: string | null;
  payload_kind?: string;
  payload_text?: string;
  url?: string;
  method?: string;
  headers?: Record<string, string>;
  handler?: string;
  payload: unknown;
  total_repeats: number;
  max_retries: number;
  retry_delay_seconds: number;
  timeout_seconds: number;
  max_failures: number;
  on_max_failures: string;
  overlap: string;
  catch_up: string;
  starting_deadline_seconds: number;
  backfill_limit: number;
  current_repeat: number;
  current_retry: number;
  run_count: number;
  error_count: number;
  consecutive_failures: number;
  skipped_count: number;
  last_run_at: string | null;
  last_run_status: RunStatus | null;
  last_error: Fault | null;
  next_run_at: string | null;
  owner: string;
  version: number;
  created_at: string;
  updated_at: string;
  /** Newest last; only where asked for. */
  outcomes?: RunStatus[];
  /** The timing in words; only where asked for. */
  timing?: string;
}

export type StatusCounts = Record<ScheduleStatus, number>;

export interface Attempt {
  attempt: number;
  status: RunStatus;
  started_at: string | null;
  completed_at: string | null;
  duration_ms: number | null;
  error: Fault | null;
  node: number | null;
}

export interface Run extends Omit<Attempt, 'attempt'> {
  id: string;
  schedule_id: string;
  /** Only in lists that ask for it; null when the schedule is gone. */
  schedule_name?: string | null;
  scheduled_for: string;
  origin: Origin;
  key: string;
  repeat: number;
  attempt: number;
  reason: string | null;
  lateness_ms: number | null;
  message_id: string | null;
  skipped_slots: number | null;
  skipped_until: string | null;
  attempts: Attempt[];
}

export interface Slot {
  at: string;
  local: string;
  note: string | null;
}

export interface Preview {
  description: string;
  slots: Slot[];
}

export interface Backfill {
  schedule_id: string;
  from: string;
  to: string;
  dry_run: boolean;
  runs: number;
}

export interface Session {
  principal: string;
  organization: string;
  scopes: Scope[];
  expires_at: string;
}

export type AttentionKind = 'auto_paused' | 'dead' | 'late' | 'failing' | 'grant_expiring';

export interface Attention {
  kind: AttentionKind;
  schedule_id: string;
  name: string;
  since: string | null;
  reason: string | null;
  consecutive_failures: number;
  last_error: Fault | null;
  due_at: string | null;
  grant_id: string | null;
  expires_at: string | null;
}

export interface RecentRun {
  id: string;
  schedule_id: string;
  name: string;
  status: RunStatus;
  started_at: string | null;
  lateness_ms: number | null;
  duration_ms: number | null;
}

export interface Minute {
  at: string;
  success: number;
  error: number;
  timeout: number;
  skipped: number;
  lateness_p50_ms: number | null;
  lateness_p99_ms: number | null;
}

export interface Overview {
  counts: StatusCounts;
  attention: Attention[];
  attention_total: number;
  recent: RecentRun[];
  throughput: Minute[];
  database_time: string;
}

export interface UpcomingSlot {
  schedule_id: string;
  name: string;
  at: string;
  target: TargetKind;
}

export interface Upcoming {
  from: string;
  minutes: { at: string; count: number }[];
  slots: UpcomingSlot[];
  truncated: boolean;
  /** All slots before this are counted. */
  until: string;
}

export interface CalendarDay {
  date: string;
  success: number;
  error: number;
  timeout: number;
  skipped: number;
}

export interface Node {
  id: number;
  name: string;
  /** Only the operator is told. */
  host: string | null;
  alive: boolean;
  /** Whether it is the node of the server that answers. */
  answering: boolean;
  shards: number;
  started_at: string;
  lease_expires_at: string;
  lease_ms: number;
  lateness_ms: number | null;
  version: string | null;
}

export interface Workflow {
  id: string;
  name: string;
  executor: string | null;
  triggers: Trigger[];
  schedules: { trigger_id: string; schedule_id: string }[];
  definition: unknown;
  version: number;
  created_at: string;
  updated_at: string;
}

export interface Trigger {
  id: string;
  type: string;
  nodeId?: string | null;
  active?: boolean | null;
  settings?: Record<string, unknown> | null;
}

export interface Agent {
  id: string;
  name: string;
  description: string;
  created_at: string;
  updated_at: string;
}

export interface Room {
  id: string;
  name: string;
  agent_id: string | null;
  schedule_id: string | null;
  message_count: number;
  created_by: string;
  created_at: string;
}

export interface Message {
  id: string;
  room_id: string;
  seq: number;
  kind: 'message' | 'system_event';
  sender: string;
  agent_id: string | null;
  text: string;
  run_id: string | null;
  schedule_id: string | null;
  created_at: string;
}

export interface Grant {
  id: string;
  user_id: string;
  billing_account_id: string;
  scopes: string[];
  valid: boolean;
  expires_at: string | null;
  revoked_at: string | null;
  revoked_by: string | null;
  created_by: string;
  created_at: string;
}

export interface Executor {
  name: string;
  url: string;
  created_at: string;
  updated_at: string;
}

export interface Token {
  id: string;
  name: string;
  principal: string;
  scopes: Scope[];
  created_by: string;
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
  token?: string;
}

export interface Webhook {
  id: string;
  url: string;
  description: string;
  types: string[];
  enabled: boolean;
  status: 'active' | 'disabled';
  status_reason: string | null;
  created_by: string;
  created_at: string;
  updated_at: string;
}

export interface Delivery {
  event_id: string;
  type: string;
  at: string;
  state: 'pending' | 'delivered' | 'dead';
  attempts: number;
  next_attempt_at: string | null;
  ended_at: string | null;
  last_status: number | null;
  last_error: string | null;
}

export interface Organization {
  id: number;
  name: string;
  created_at: string;
}

export type ImportSource = 'openclaw' | 'bullmq' | 'rq' | 'crontab' | 'kubernetes';

export interface ImportItem {
  source_id: string;
  name: string;
  outcome: 'created' | 'updated' | 'unchanged' | 'skipped' | 'failed';
  reason: string | null;
  warnings: string[];
  schedule_id: string | null;
  fires: string[];
  original_next: string | null;
}

export interface ImportReport {
  source: ImportSource;
  dry_run: boolean;
  items: ImportItem[];
  totals: Record<'found' | 'created' | 'updated' | 'unchanged' | 'skipped' | 'failed', number>;
  runs_imported: number;
  leftovers: string[];
}
