import { useState } from 'preact/hooks';
import { remove } from '../../api/http';
import { may } from '../../api/session';
import type { PageOf, Schedule, Trigger, Workflow } from '../../api/types';
import { useGet } from '../../data/load';
import { anyEvent } from '../../live/events';
import { Confirm } from '../../parts/Confirm';
import { Head } from '../../parts/Head';
import { Icon } from '../../parts/Icon';
import { ProblemNotice } from '../../parts/Notice';
import { Status } from '../../parts/Status';
import { timingInWords } from '../../parts/timing';
import { say } from '../../parts/toasts';
import { When } from '../../parts/When';
import { go } from '../../router/router';
import { plural } from '../../time/words';

/** A workflow, its triggers, and the schedules they are. */
export function OneWorkflow({ id }: { id: string }) {
  const path = `/workflows/${encodeURIComponent(id)}`;
  const { data: workflow, problem } = useGet<Workflow>(path, anyEvent);
  const schedules = useGet<PageOf<Schedule>>(`/schedules?workflow_id=${encodeURIComponent(id)}&include=timing&limit=200`, anyEvent);
  const [deleting, setDeleting] = useState(false);
  if (workflow === undefined) {
    return (
      <>
        <Head title="Workflow" trail={{ label: 'Workflows', href: '/workflows' }} />
        <ProblemNotice problem={problem} />
      </>
    );
  }
  return (
    <>
      <Head
        title={workflow.name || workflow.id}
        trail={{ label: 'Workflows', href: '/workflows' }}
        note={
          <>
            Runs on {workflow.executor ?? 'the default executor'}, version {workflow.version}, changed <When at={workflow.updated_at} />
          </>
        }
      >
        <a class="button" href={`/schedules?workflow_id=${encodeURIComponent(id)}`}>
          Its schedules
        </a>
        {may('write') && (
          <>
            <a class="button" href={`/schedules/new?workflow_id=${encodeURIComponent(id)}`}>
              <Icon name="plus" />
              Schedule it
            </a>
            <button type="button" class="button button-danger" onClick={() => setDeleting(true)}>
              <Icon name="trash" />
              Delete
            </button>
          </>
        )}
      </Head>
      <div class="stack">
        <section class="card" aria-label="Triggers">
          <div class="card-head">
            <h2>Triggers</h2>
            <span class="faint small">{plural(workflow.triggers.length, 'trigger')}</span>
          </div>
          <ul class="rows">
            {workflow.triggers.map((trigger) => (
              <li key={trigger.id}>
                <TriggerRow
                  trigger={trigger}
                  schedule={scheduleOf(workflow, trigger, schedules.data?.items ?? [])}
                />
              </li>
            ))}
            {workflow.triggers.length === 0 && <li class="faint">It has none: only schedules that name it start it.</li>}
          </ul>
        </section>
        {workflow.definition !== null && workflow.definition !== undefined && (
          <section class="card" aria-label="Definition">
            <div class="card-head">
              <h2>Definition</h2>
            </div>
            <div class="card-body">
              <pre class="code">{JSON.stringify(workflow.definition, null, 2)}</pre>
            </div>
          </section>
        )}
      </div>
      {deleting && (
        <Confirm
          title={`Delete “${workflow.name || workflow.id}”?`}
          verb="Delete"
          danger
          onClose={() => setDeleting(false)}
          work={async () => {
            await remove(path);
            say('The workflow is deleted.');
            go('/workflows');
          }}
        >
          <p>
            {workflow.schedules.length === 0
              ? 'It has no schedules of its own.'
              : `${plural(workflow.schedules.length, 'schedule')} of its triggers and their history go with it.`}
          </p>
        </Confirm>
      )}
    </>
  );
}

function scheduleOf(workflow: Workflow, trigger: Trigger, schedules: Schedule[]): Schedule | undefined {
  const id = workflow.schedules.find((each) => each.trigger_id === trigger.id)?.schedule_id;
  return schedules.find((schedule) => schedule.id === id);
}

function TriggerRow({ trigger, schedule }: { trigger: Trigger; schedule: Schedule | undefined }) {
  return (
    <div class="trigger">
      <span class="tag">
        <Icon name={trigger.type === 'schedule' ? 'schedules' : 'bolt'} />
        {trigger.type}
      </span>
      <span class="name">
        <span class="name-main">{trigger.id}</span>
        {trigger.nodeId && <span class="name-note">node {trigger.nodeId}</span>}
      </span>
      {schedule === undefined ? (
        <span class="faint">{trigger.type === 'schedule' ? 'not active' : 'only its executor knows it'}</span>
      ) : (
        <ItsSchedule schedule={schedule} />
      )}
    </div>
  );
}

function ItsSchedule({ schedule }: { schedule: Schedule }) {
  return (
    <span class="trigger-schedule">
      <Status of={schedule.status} />
      <a class="link" href={`/schedules/${schedule.id}`}>
        {timingInWords(schedule)}
      </a>
      <span class="faint small">
        next <When at={schedule.next_run_at} zone={schedule.timezone} none="none" />
      </span>
    </span>
  );
}
