import type { Problem } from '../../api/problem';
import type { Agent, Grant, PageOf, TargetKind, Workflow } from '../../api/types';
import { useGet } from '../../data/load';
import { Field } from '../../parts/Field';
import { checkJson, JsonField } from '../../parts/JsonField';
import { Segments } from '../../parts/Segments';
import { TARGETS } from '../../parts/Target';
import type { Draft } from './draft';

interface Properties {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  problem: Problem | undefined;
}

/** What it does when it runs. */
export function TargetFields({ draft, change, problem }: Properties) {
  return (
    <section class="card form-part" aria-labelledby="what-title">
      <h2 id="what-title">What</h2>
      <Segments
        label="Target"
        value={draft.target}
        choices={(Object.keys(TARGETS) as TargetKind[]).map((kind) => ({
          value: kind,
          label: TARGETS[kind].word,
          icon: TARGETS[kind].icon,
        }))}
        onChange={(target) => change({ target })}
      />
      <p class="hint">{TARGETS[draft.target].line}</p>
      <Fields draft={draft} change={change} problem={problem} />
      {draft.target !== 'message' && (
        <JsonField
          label="Payload"
          name="payload"
          value={draft.payload}
          onChange={(payload) => change({ payload })}
          wrong={checkJson(draft.payload).wrong}
          problem={problem}
          hint="Any JSON of at most 256 KiB; it is handed to the target with every run."
        />
      )}
    </section>
  );
}

function Fields(properties: Properties) {
  switch (properties.draft.target) {
    case 'http':
      return <Http {...properties} />;
    case 'workflow':
      return <WorkflowFields {...properties} />;
    case 'graph':
      return <Graph {...properties} />;
    case 'message':
      return <MessageFields {...properties} />;
    case 'handler':
      return <Text {...properties} name="handler" label="Handler" hint="The name it was registered by in your program." />;
  }
}

interface TextProperties extends Properties {
  name: keyof Draft & string;
  label: string;
  hint?: string;
  list?: string[] | undefined;
  placeholder?: string;
}

function Text({ draft, change, problem, name, label, hint, list, placeholder }: TextProperties) {
  return (
    <Field label={label} name={name} problem={problem} hint={hint}>
      {(control) => (
        <>
          <input
            {...control}
            class="input"
            spellcheck={false}
            list={list ? `${name}-list` : undefined}
            placeholder={placeholder}
            value={draft[name]}
            onInput={(event) => change({ [name]: event.currentTarget.value })}
          />
          {list && (
            <datalist id={`${name}-list`}>
              {list.map((each) => (
                <option key={each} value={each} />
              ))}
            </datalist>
          )}
        </>
      )}
    </Field>
  );
}

function Http(properties: Properties) {
  const { draft, change, problem } = properties;
  return (
    <>
      <div class="url-line">
        <Field label="Method" name="method" problem={problem}>
          {(control) => (
            <select {...control} class="input" value={draft.method} onChange={(event) => change({ method: event.currentTarget.value })}>
              {['POST', 'PUT', 'PATCH', 'GET', 'DELETE'].map((method) => (
                <option key={method}>{method}</option>
              ))}
            </select>
          )}
        </Field>
        <Text {...properties} name="url" label="URL" placeholder="https://example.com/hook" />
      </div>
      <Field label="Headers" name="headers" problem={problem} hint="One “Name: value” a line. No credentials: calls are signed.">
        {(control) => (
          <textarea
            {...control}
            class="input input-mono input-low"
            rows={2}
            spellcheck={false}
            value={draft.headers}
            onInput={(event) => change({ headers: event.currentTarget.value })}
          />
        )}
      </Field>
    </>
  );
}

function WorkflowFields(properties: Properties) {
  const { data } = useGet<PageOf<Workflow>>('/workflows?limit=200');
  const chosen = data?.items.find((workflow) => workflow.id === properties.draft.workflow_id);
  return (
    <div class="grid-2">
      <Text {...properties} name="workflow_id" label="Workflow" list={data?.items.map((workflow) => workflow.id)} />
      <Text
        {...properties}
        name="trigger_node_id"
        label="Trigger node"
        hint="Left empty: every schedule trigger that matches."
        list={chosen?.triggers.map((trigger) => trigger.nodeId ?? trigger.id)}
      />
    </div>
  );
}

function Graph(properties: Properties) {
  const { draft, change, problem } = properties;
  const { data } = useGet<PageOf<Grant>>('/grants?limit=200');
  return (
    <div class="grid-2">
      <Text {...properties} name="graph_id" label="Graph" placeholder="langgraph:poet" hint="The part before the colon names the executor." />
      <Field label="Grant" name="grant_id" problem={problem} hint="Under whose authority it runs; checked at every attempt.">
        {(control) => (
          <select {...control} class="input" value={draft.grant_id} onChange={(event) => change({ grant_id: event.currentTarget.value })}>
            <option value="">a new one, for me</option>
            {data?.items
              .filter((grant) => grant.valid || grant.id === draft.grant_id)
              .map((grant) => (
                <option key={grant.id} value={grant.id}>
                  {grant.user_id} · {grant.billing_account_id} · {grant.id.slice(0, 8)}
                </option>
              ))}
          </select>
        )}
      </Field>
    </div>
  );
}

function MessageFields(properties: Properties) {
  const { draft, change, problem } = properties;
  const { data } = useGet<PageOf<Agent>>('/agents?limit=200');
  return (
    <>
      <div class="grid-2">
        <Text {...properties} name="agent_id" label="Agent" list={data?.items.map((agent) => agent.id)} />
        <Text {...properties} name="room_id" label="Room" hint="Left empty: a room is made with the first message." />
      </div>
      <Field
        label="Kind"
        name="payload_kind"
        problem={problem}
        hint={draft.payload_kind === 'message' ? 'The agent is expected to answer.' : 'For the agent to know; no answer is expected.'}
      >
        {(control) => (
          <select {...control} class="input" value={draft.payload_kind} onChange={(event) => change({ payload_kind: event.currentTarget.value })}>
            <option value="message">message</option>
            <option value="system_event">system event</option>
          </select>
        )}
      </Field>
      <Field label="Text" name="payload_text" problem={problem}>
        {(control) => (
          <textarea
            {...control}
            class="input"
            rows={4}
            value={draft.payload_text}
            onInput={(event) => change({ payload_text: event.currentTarget.value })}
          />
        )}
      </Field>
    </>
  );
}
