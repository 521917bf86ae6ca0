import type { Schedule } from '../../api/types';
import { CATCH_UP, OVERLAP } from '../../parts/policies';
import { aim, TARGETS } from '../../parts/Target';
import { When } from '../../parts/When';
import { moment, seconds } from '../../time/words';

/** How it is defined: timing, target, policies, payload. */
export function Definition({ schedule }: { schedule: Schedule }) {
  return (
    <section class="card" aria-label="Definition">
      <div class="card-head">
        <h2>Definition</h2>
        <span class="faint small">version {schedule.version}</span>
      </div>
      <div class="card-body stack">
        <dl class="facts">
          {schedule.cron && (
            <Fact name="Cron">
              <code>{schedule.cron}</code>
            </Fact>
          )}
          {schedule.timezone && <Fact name="Zone">{schedule.timezone}</Fact>}
          {schedule.interval_seconds !== null && (
            <Fact name="Every">
              {seconds(schedule.interval_seconds)}
              {schedule.interval_from === 'completion' ? ', from completion' : ''}
            </Fact>
          )}
          {schedule.run_at && <Fact name="Once">{moment(schedule.run_at)}</Fact>}
          {schedule.start_at && <Fact name="Not before">{moment(schedule.start_at)}</Fact>}
          {schedule.end_at && <Fact name="Not after">{moment(schedule.end_at)}</Fact>}
          {schedule.jitter_seconds > 0 && <Fact name="Jitter">up to {seconds(schedule.jitter_seconds)}</Fact>}
          <Fact name="Target">{TARGETS[schedule.target].word}</Fact>
          <Aim schedule={schedule} />
          <Fact name="Retries">
            {schedule.max_retries === 0 ? 'none' : `${schedule.max_retries}, from ${seconds(schedule.interval_seconds ?? schedule.retry_delay_seconds)} on`}
          </Fact>
          <Fact name="Timeout">{seconds(schedule.timeout_seconds)}</Fact>
          <Fact name="Failures">
            {schedule.max_failures === 0 ? 'never end it' : `${schedule.max_failures} in a row: ${schedule.on_max_failures}`}
          </Fact>
          <Fact name="Overlap">
            <span title={OVERLAP[schedule.overlap]}>{schedule.overlap}</span>
          </Fact>
          <Fact name="Catch-up">
            <span title={CATCH_UP[schedule.catch_up]}>
              {schedule.catch_up}, up to {seconds(schedule.starting_deadline_seconds)} late
            </span>
          </Fact>
          <Fact name="Owner">{schedule.owner}</Fact>
          <Fact name="Changed">
            <When at={schedule.updated_at} />
          </Fact>
          <Fact name="Id">
            <code>{schedule.id}</code>
          </Fact>
        </dl>
        {schedule.payload_text && <pre class="code">{schedule.payload_text}</pre>}
        {schedule.payload !== null && schedule.payload !== undefined && (
          <pre class="code" aria-label="Payload">
            {JSON.stringify(schedule.payload, null, 2)}
          </pre>
        )}
      </div>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: preact.ComponentChildren }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Aim({ schedule }: { schedule: Schedule }) {
  switch (schedule.target) {
    case 'workflow':
      return (
        <Fact name="Workflow">
          <a class="link" href={`/workflows/${encodeURIComponent(schedule.workflow_id ?? '')}`}>
            {schedule.workflow_id}
          </a>
          {schedule.trigger_node_id && ` · ${schedule.trigger_node_id}`}
        </Fact>
      );
    case 'message':
      return (
        <>
          <Fact name="Agent">
            <a class="link" href={`/agents/${encodeURIComponent(schedule.agent_id ?? '')}`}>
              {schedule.agent_id}
            </a>
          </Fact>
          {schedule.room_id && (
            <Fact name="Room">
              <a class="link" href={`/rooms/${schedule.room_id}`}>
                messages
              </a>
            </Fact>
          )}
        </>
      );
    case 'graph':
      return (
        <>
          <Fact name="Graph">{schedule.graph_id}</Fact>
          {schedule.grant_id && (
            <Fact name="Grant">
              <a class="link" href="/grants">
                <code>{schedule.grant_id.slice(0, 8)}</code>
              </a>
            </Fact>
          )}
        </>
      );
    case 'http':
    case 'handler':
      return (
        <Fact name={schedule.target === 'http' ? 'URL' : 'Handler'}>
          <code>{aim(schedule)}</code>
        </Fact>
      );
  }
}
