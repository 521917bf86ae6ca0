import { useState } from 'preact/hooks';
import { patch, remove } from '../../api/http';
import { may } from '../../api/session';
import type { Webhook } from '../../api/types';
import { usePages } from '../../data/pages';
import { Confirm } from '../../parts/Confirm';
import { Empty } from '../../parts/Empty';
import { Head } from '../../parts/Head';
import { Icon } from '../../parts/Icon';
import { TableCard } from '../../parts/TableCard';
import { say } from '../../parts/toasts';
import { plural } from '../../time/words';
import { WebhookDialog } from './WebhookDialog';

const SIZE = 50;

/** Where events are sent to. */
export function Webhooks() {
  const list = usePages<Webhook>(`/webhooks?limit=${SIZE}`);
  const [edited, setEdited] = useState<Webhook | 'new' | null>(null);
  const [removing, setRemoving] = useState<Webhook | null>(null);
  const turn = async (webhook: Webhook): Promise<void> => {
    await patch(`/webhooks/${webhook.id}`, { enabled: !webhook.enabled });
    say(webhook.enabled ? 'It is off.' : 'It is on.');
    await list.reload();
  };
  return (
    <>
      <Head title="Webhooks" note="Events go out from a durable outbox, signed, and again until they arrive.">
        {may('admin') && (
          <button type="button" class="button button-primary" onClick={() => setEdited('new')}>
            <Icon name="plus" />
            New webhook
          </button>
        )}
      </Head>
      <TableCard
        label="Webhooks"
        list={list}
        size={SIZE}
        columns={['Address', 'State', 'Events', '']}
        empty={
          <Empty icon="webhooks" title="No webhooks yet">
            <p>Have failures, pauses and deaths told to a chat, a pager or a program of yours.</p>
          </Empty>
        }
        row={(webhook) => (
          <tr key={webhook.id}>
            <td class="first-wide">
              <div class="name">
                <a class="name-main" href={`/settings/webhooks/${webhook.id}`}>
                  {webhook.url}
                </a>
                <span class="name-note">{webhook.description}</span>
              </div>
            </td>
            <td>
              <span class={`status tone-${webhook.status === 'active' ? 'good' : 'warn'}`} title={webhook.status_reason ?? undefined}>
                <Icon name={webhook.status === 'active' ? 'check' : 'pause'} />
                {webhook.status === 'active' ? 'On' : 'Off'}
              </span>
            </td>
            <td class="wide" title={webhook.types.join(', ')}>
              {plural(webhook.types.length, 'type')}
            </td>
            <td class="tail wide">
              <div class="row-actions">
                <a class="button button-small" href={`/settings/webhooks/${webhook.id}`}>
                  Deliveries
                </a>
                {may('admin') && (
                  <>
                    <button type="button" class="button button-small" onClick={() => void turn(webhook).catch((failure: Error) => say(failure.message))}>
                      {webhook.enabled ? 'Turn off' : 'Turn on'}
                    </button>
                    <button type="button" class="button button-small" onClick={() => setEdited(webhook)}>
                      Edit
                    </button>
                    <button type="button" class="button button-small button-danger" onClick={() => setRemoving(webhook)}>
                      Delete
                    </button>
                  </>
                )}
              </div>
            </td>
          </tr>
        )}
      />
      {edited && <WebhookDialog webhook={edited} onClose={() => setEdited(null)} onDone={() => void list.reload()} />}
      {removing && (
        <Confirm
          title="Delete this webhook?"
          verb="Delete"
          danger
          onClose={() => setRemoving(null)}
          work={async () => {
            await remove(`/webhooks/${removing.id}`);
            say('The webhook is deleted.');
            void list.reload();
          }}
        >
          <p>
            Nothing goes to <code>{removing.url}</code> any more; what waits for it is dropped.
          </p>
        </Confirm>
      )}
    </>
  );
}
