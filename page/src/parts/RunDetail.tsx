import { useState } from 'preact/hooks';
import { post } from '../api/http';
import { may } from '../api/session';
import type { Attempt, Run } from '../api/types';
import { reloadVisible, useGet } from '../data/load';
import { eventOf } from '../live/events';
import { duration, moment, plural, viewerZone } from '../time/words';
import { Confirm } from './Confirm';
import { ProblemNotice } from './Notice';
import { reasonInWords } from './reasons';
import { Status } from './Status';
import { say } from './toasts';

/** Everything about one run: when it was due, what happened, attempt by attempt. */
export function RunDetail({ run: shown, zone }: { run: Run; zone: string | null }) {
  const underWay = shown.status === 'running' || shown.status === 'waiting';
  // Attempts begin and end without an event while the run stays open.
  const loaded = useGet<Run>(`/runs/${encodeURIComponent(shown.id)}`, eventOf(shown.schedule_id), underWay ? 3000 : undefined);
  const [cancelling, setCancelling] = useState(false);
  const run = loaded.data ?? shown;
  const open = run.status === 'running' || run.status === 'waiting';
  return (
    <div class="stack">
      <ProblemNotice problem={loaded.problem?.status === 404 ? undefined : loaded.problem} />
      {run.error !== null && (
        <div class="fault">
          <code class="tone-bad">{run.error.code}</code>
          <pre>{run.error.message}</pre>
        </div>
      )}
      <dl class="facts">
        <dt>Due</dt>
        <dd>
          {moment(run.scheduled_for, zone ?? undefined)}
          {zone !== null && zone !== viewerZone && <span class="faint"> · {moment(run.scheduled_for)} for you</span>}
        </dd>
        {run.skipped_until && (
          <>
            <dt>Until</dt>
            <dd>
              {moment(run.skipped_until, zone ?? undefined)} ({plural(run.skipped_slots ?? 1, 'slot')})
            </dd>
          </>
        )}
        {run.reason && (
          <>
            <dt>Reason</dt>
            <dd>{reasonInWords(run.reason)}</dd>
          </>
        )}
        {run.lateness_ms !== null && (
          <>
            <dt>Late by</dt>
            <dd>{duration(run.lateness_ms)}</dd>
          </>
        )}
        {run.message_id && (
          <>
            <dt>Message</dt>
            <dd>
              <code>{run.message_id}</code>
            </dd>
          </>
        )}
        <dt>Key</dt>
        <dd>
          <code>{run.key}</code>
        </dd>
        <dt>Run</dt>
        <dd>
          <a class="link" href={`/runs/${run.id}`}>
            <code>{run.id}</code>
          </a>
        </dd>
      </dl>
      {run.attempts.length > 0 && <Attempts attempts={run.attempts} zone={zone} />}
      {open && may('run') && (
        <div>
          <button type="button" class="button button-small" onClick={() => setCancelling(true)}>
            Cancel this run
          </button>
        </div>
      )}
      {cancelling && (
        <Confirm
          title="Cancel this run?"
          verb="Cancel the run"
          onClose={() => setCancelling(false)}
          work={async () => {
            await post(`/runs/${run.id}/cancel`);
            say('The run is cancelled.');
            reloadVisible();
          }}
        >
          <p>What is under way is interrupted, and is not tried again.</p>
        </Confirm>
      )}
    </div>
  );
}

function Attempts({ attempts, zone }: { attempts: Attempt[]; zone: string | null }) {
  return (
    <ol class="attempts" aria-label="Attempts">
      {attempts.map((attempt) => (
        <li key={attempt.attempt}>
          <span class="faint nowrap">Attempt {attempt.attempt}</span>
          <Status of={attempt.status} />
          <span class="nowrap">{duration(attempt.duration_ms)}</span>
          <span class="faint small">
            {[
              attempt.started_at
                ? moment(attempt.started_at, zone ?? undefined)
                : attempt.completed_at && `until ${moment(attempt.completed_at, zone ?? undefined)}`,
              attempt.node !== null && `node ${attempt.node}`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
          {attempt.error && (
            <span class="attempt-error">
              <code>{attempt.error.code}</code> {attempt.error.message}
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}
