import { useState } from 'preact/hooks';
import { ask, post } from '../../api/http';
import { Problem } from '../../api/problem';
import type { Schedule } from '../../api/types';
import { useAction } from '../../data/act';
import { useGet } from '../../data/load';
import { Field } from '../../parts/Field';
import { Head } from '../../parts/Head';
import { checkJson } from '../../parts/JsonField';
import { ProblemNotice } from '../../parts/Notice';
import { say } from '../../parts/toasts';
import { go, search } from '../../router/router';
import { viewerZone } from '../../time/words';
import { bodyOf, changesOf, type Draft, draftOf, emptyDraft } from './draft';
import { PolicyFields } from './PolicyFields';
import { PreviewCard, usePreview } from './PreviewCard';
import { TargetFields } from './TargetFields';
import { TimingFields } from './TimingFields';

/** A new schedule; parts of it may stand in the address, such as the workflow it is for. */
export function NewSchedule() {
  const draft = emptyDraft(viewerZone);
  const workflow = search.value.get('workflow_id');
  const agent = search.value.get('agent_id');
  if (workflow !== null) {
    Object.assign(draft, { target: 'workflow', workflow_id: workflow });
  }
  if (agent !== null) {
    Object.assign(draft, { target: 'message', agent_id: agent });
  }
  return (
    <Editor
      title="New schedule"
      verb="Create"
      back="/schedules"
      start={draft}
      save={async (edited) => {
        const made = await post<Schedule>('/schedules', bodyOf(edited));
        say(`“${made.name}” is there.`);
        go(`/schedules/${made.id}`);
      }}
    />
  );
}

/** A schedule that exists; if somebody changed it meanwhile, nothing is overwritten. */
export function EditSchedule({ id }: { id: string }) {
  const { data: schedule, problem } = useGet<Schedule>(`/schedules/${encodeURIComponent(id)}`);
  const [first, setFirst] = useState<Schedule | undefined>(undefined);
  if (schedule === undefined || problem !== undefined) {
    return (
      <>
        <Head title="Edit" trail={{ label: 'Schedules', href: '/schedules' }} />
        <ProblemNotice problem={problem} />
      </>
    );
  }
  if (first === undefined) {
    setFirst(schedule);
    return null;
  }
  const before = draftOf(first);
  return (
    <Editor
      title={`Edit “${first.name}”`}
      verb="Save"
      back={`/schedules/${id}`}
      start={before}
      save={async (edited) => {
        const changes = changesOf(before, edited);
        if (Object.keys(changes).length > 0) {
          await ask<Schedule>('PATCH', `/schedules/${id}`, { body: changes, ifMatch: `"${first.version}"` });
          say('Saved.');
        }
        go(`/schedules/${id}`);
      }}
    />
  );
}

interface Properties {
  title: string;
  verb: string;
  back: string;
  start: Draft;
  save: (draft: Draft) => Promise<void>;
}

/** Fields whose problems stand beside them. */
const FIELDS = Object.keys(emptyDraft('UTC')).concat('interval_seconds', 'headers');

function Editor({ title, verb, back, start, save }: Properties) {
  const [draft, setDraft] = useState(start);
  const action = useAction();
  const previewed = usePreview(draft);
  const change = (part: Partial<Draft>): void => {
    setDraft((before) => ({ ...before, ...part }));
    action.clear();
  };
  const broken = draft.target !== 'message' && checkJson(draft.payload).wrong !== null;
  // While one types, the preview knows of mistakes in the timing before the schedule is sent.
  const problem = action.problem ?? previewed.problem;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!broken) {
          void action.run(() => save(draft)).then((done) => done || leadToMistake());
        }
      }}
    >
      <Head title={title} trail={{ label: back === '/schedules' ? 'Schedules' : 'Schedule', href: back }}>
        <a class="button" href={back}>
          Cancel
        </a>
        <button type="submit" class="button button-primary" disabled={action.busy || broken}>
          {verb}
        </button>
      </Head>
      <div class="columns-side">
        <div class="stack">
          <Refused problem={action.problem} />
          <section class="card form-part" aria-label="Name and description">
            <Field label="Name" name="name" problem={problem} hint="Left empty: that of its target.">
              {(control) => (
                <input
                  {...control}
                  class="input"
                  autoFocus
                  value={draft.name}
                  onInput={(event) => change({ name: event.currentTarget.value })}
                />
              )}
            </Field>
            <Field label="Description" name="description" problem={problem}>
              {(control) => (
                <input
                  {...control}
                  class="input"
                  value={draft.description}
                  onInput={(event) => change({ description: event.currentTarget.value })}
                />
              )}
            </Field>
          </section>
          <TimingFields draft={draft} change={change} problem={problem} />
          <TargetFields draft={draft} change={change} problem={problem} />
          <PolicyFields draft={draft} change={change} problem={problem} />
        </div>
        <PreviewCard previewed={previewed} draft={draft} />
      </div>
    </form>
  );
}

function Refused({ problem }: { problem: Problem | undefined }) {
  if (problem?.code === 'precondition_failed') {
    return (
      <ProblemNotice
        problem={
          new Problem(412, {
            title: 'Somebody else has changed it meanwhile',
            detail: 'Nothing was saved, so that their change is not lost.',
            fix: 'Open it again to see what is new, then make your change.',
          })
        }
      />
    );
  }
  return <ProblemNotice problem={problem} fields={FIELDS} />;
}

/** After a refusal the focus goes to the first field that is wrong. */
function leadToMistake(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
