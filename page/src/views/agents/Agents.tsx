import { useState } from 'preact/hooks';
import { put } from '../../api/http';
import { may } from '../../api/session';
import type { Agent, Room } from '../../api/types';
import { useAction } from '../../data/act';
import { usePages } from '../../data/pages';
import { runEvent } from '../../live/events';
import { Dialog, SubmitOrCancel } from '../../parts/Dialog';
import { Empty } from '../../parts/Empty';
import { Field } from '../../parts/Field';
import { Head } from '../../parts/Head';
import { Icon } from '../../parts/Icon';
import { ProblemNotice } from '../../parts/Notice';
import { TableCard } from '../../parts/TableCard';
import { When } from '../../parts/When';
import { plural } from '../../time/words';

const SIZE = 50;

/** Whom messages are for, and where they are put. */
export function Agents() {
  const agents = usePages<Agent>(`/agents?limit=${SIZE}`);
  const rooms = usePages<Room>(`/rooms?limit=${SIZE}`, runEvent);
  const [adding, setAdding] = useState(false);
  return (
    <>
      <Head title="Agents and rooms" note="Schedules put messages into rooms; agents read them there.">
        {may('write') && (
          <button type="button" class="button button-primary" onClick={() => setAdding(true)}>
            <Icon name="plus" />
            New agent
          </button>
        )}
      </Head>
      <div class="stack">
        <TableCard
          label="Agents"
          list={agents}
          size={SIZE}
          columns={['Agent', 'Description', 'Since', '']}
          empty={
            <Empty icon="agents" title="No agents yet">
              <p>An agent gets messages at their time, and may make schedules of its own.</p>
            </Empty>
          }
          row={(agent) => (
            <tr key={agent.id}>
              <td>
                <div class="name">
                  <a class="name-main" href={`/agents/${encodeURIComponent(agent.id)}`}>
                    {agent.name || agent.id}
                  </a>
                  <span class="name-note">{agent.id}</span>
                </div>
              </td>
              <td class="soft wide">{agent.description}</td>
              <td class="roomy">
                <When at={agent.created_at} />
              </td>
              <td class="tail">
                <a class="button button-small" href={`/schedules?agent_id=${encodeURIComponent(agent.id)}`}>
                  Schedules
                </a>
              </td>
            </tr>
          )}
        />
        <TableCard
          label="Rooms"
          list={rooms}
          size={SIZE}
          columns={['Room', 'Agent', 'Messages', 'Since']}
          empty={
            <Empty icon="rooms" title="No rooms yet">
              <p>The first message of a schedule that names none makes one.</p>
            </Empty>
          }
          row={(room) => (
            <tr key={room.id}>
              <td>
                <a class="name-main" href={`/rooms/${room.id}`}>
                  {room.name}
                </a>
              </td>
              <td>{room.agent_id ?? <span class="faint">–</span>}</td>
              <td class="wide">{plural(room.message_count, 'message')}</td>
              <td class="roomy">
                <When at={room.created_at} />
              </td>
            </tr>
          )}
        />
      </div>
      {adding && <AgentDialog onClose={() => setAdding(false)} onDone={() => void agents.reload()} />}
    </>
  );
}

function AgentDialog({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const [id, setId] = useState('');
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const action = useAction();
  const add = async (): Promise<void> => {
    await put<Agent>(`/agents/${encodeURIComponent(id.trim())}`, {
      ...(name.trim() === '' ? {} : { name: name.trim() }),
      ...(description.trim() === '' ? {} : { description: description.trim() }),
    });
    onDone();
    onClose();
  };
  return (
    <Dialog
      title="New agent"
      onClose={onClose}
      onSubmit={() => void action.run(add)}
      foot={<SubmitOrCancel verb="Add" disabled={action.busy || id.trim() === ''} onCancel={onClose} />}
    >
      <Field label="Id" name="id" problem={action.problem} hint="How schedules name it, such as frank.">
        {(control) => <input {...control} class="input" autoFocus value={id} onInput={(event) => setId(event.currentTarget.value)} />}
      </Field>
      <Field label="Name" name="name" problem={action.problem}>
        {(control) => <input {...control} class="input" value={name} onInput={(event) => setName(event.currentTarget.value)} />}
      </Field>
      <Field label="Description" name="description" problem={action.problem}>
        {(control) => (
          <input {...control} class="input" value={description} onInput={(event) => setDescription(event.currentTarget.value)} />
        )}
      </Field>
      <ProblemNotice problem={action.problem} fields={['id', 'name', 'description']} />
    </Dialog>
  );
}
