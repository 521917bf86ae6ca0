import { useState } from 'preact/hooks';
import { get, put, remove } from '../../api/http';
import { may } from '../../api/session';
import type { Executor } from '../../api/types';
import { useAction } from '../../data/act';
import { usePages } from '../../data/pages';
import { Confirm } from '../../parts/Confirm';
import { Dialog, SubmitOrCancel } from '../../parts/Dialog';
import { Empty } from '../../parts/Empty';
import { Field } from '../../parts/Field';
import { Head } from '../../parts/Head';
import { Icon } from '../../parts/Icon';
import { ProblemNotice } from '../../parts/Notice';
import { Secret } from '../../parts/Secret';
import { TableCard } from '../../parts/TableCard';
import { say } from '../../parts/toasts';
import { When } from '../../parts/When';

const SIZE = 50;

/** Where workflows and graphs are run, and the secret that calls are signed with. */
export function Executors() {
  const list = usePages<Executor>('/executors');
  const [edited, setEdited] = useState<Executor | 'new' | null>(null);
  const [removing, setRemoving] = useState<Executor | null>(null);
  return (
    <>
      <Head title="Executors" note="Endpoints that carry out workflows and graphs; schedules name them, not their addresses.">
        {may('write') && (
          <button type="button" class="button button-primary" onClick={() => setEdited('new')}>
            <Icon name="plus" />
            New executor
          </button>
        )}
      </Head>
      <div class="stack">
        <TableCard
          label="Executors"
          list={list}
          size={SIZE}
          columns={['Name', 'URL', 'Changed', '']}
          empty={
            <Empty icon="executors" title="No executors yet">
              <p>The one named “default” runs the workflows that name none.</p>
            </Empty>
          }
          row={(executor) => (
            <tr key={executor.name}>
              <td class="name-main">{executor.name}</td>
              <td class="wide">
                <code>{executor.url}</code>
              </td>
              <td class="roomy">
                <When at={executor.updated_at} />
              </td>
              <td class="tail">
                {may('write') && (
                  <div class="row-actions">
                    <button type="button" class="button button-small" onClick={() => setEdited(executor)}>
                      Edit
                    </button>
                    <button type="button" class="button button-small button-danger" onClick={() => setRemoving(executor)}>
                      Remove
                    </button>
                  </div>
                )}
              </td>
            </tr>
          )}
        />
        {may('admin') && <Signing />}
      </div>
      {edited && <ExecutorDialog executor={edited} onClose={() => setEdited(null)} onDone={() => void list.reload()} />}
      {removing && (
        <Confirm
          title={`Remove ${removing.name}?`}
          verb="Remove"
          danger
          onClose={() => setRemoving(null)}
          work={async () => {
            await remove(`/executors/${encodeURIComponent(removing.name)}`);
            say('The executor is removed.');
            void list.reload();
          }}
        >
          <p>Runs that need it fail until there is one of this name again.</p>
        </Confirm>
      )}
    </>
  );
}

function ExecutorDialog({ executor, onClose, onDone }: { executor: Executor | 'new'; onClose: () => void; onDone: () => void }) {
  const [name, setName] = useState(executor === 'new' ? '' : executor.name);
  const [url, setUrl] = useState(executor === 'new' ? '' : executor.url);
  const action = useAction();
  const save = async (): Promise<void> => {
    await put<Executor>(`/executors/${encodeURIComponent(name.trim())}`, { url: url.trim() });
    say('Saved.');
    onDone();
    onClose();
  };
  return (
    <Dialog
      title={executor === 'new' ? 'New executor' : `Change ${executor.name}`}
      onClose={onClose}
      onSubmit={() => void action.run(save)}
      foot={<SubmitOrCancel verb="Save" disabled={action.busy || name.trim() === ''} onCancel={onClose} />}
    >
      <Field label="Name" name="name" problem={action.problem} hint="The part of a graph's id before its colon, or what a workflow names.">
        {(control) => (
          <input
            {...control}
            class="input"
            autoFocus={executor === 'new'}
            readOnly={executor !== 'new'}
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        )}
      </Field>
      <Field label="URL" name="url" problem={action.problem} hint="http or https; calls to it are signed.">
        {(control) => (
          <input {...control} class="input" type="url" spellcheck={false} value={url} onInput={(event) => setUrl(event.currentTarget.value)} />
        )}
      </Field>
      <ProblemNotice problem={action.problem} fields={['name', 'url']} />
    </Dialog>
  );
}

/** The secret is fetched only when somebody wants to see it. */
function Signing() {
  const [secret, setSecret] = useState<string | null>(null);
  const action = useAction();
  return (
    <section class="card form-part" aria-label="Signing secret">
      <h2>Signing secret</h2>
      <p class="soft">Every call and webhook of this organization is signed with it, after Standard Webhooks; receivers check it.</p>
      <ProblemNotice problem={action.problem} />
      {secret === null ? (
        <div>
          <button
            type="button"
            class="button"
            disabled={action.busy}
            onClick={() => void action.run(async () => setSecret((await get<{ secret: string }>('/signing-secret')).secret))}
          >
            Show it
          </button>
        </div>
      ) : (
        <Secret text={secret} />
      )}
    </section>
  );
}
