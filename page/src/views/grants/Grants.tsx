import { useState } from 'preact/hooks';
import { post } from '../../api/http';
import { may } from '../../api/session';
import type { Grant } from '../../api/types';
import { usePages } from '../../data/pages';
import { scheduleEvent } from '../../live/events';
import { Confirm } from '../../parts/Confirm';
import { Empty } from '../../parts/Empty';
import { Head } from '../../parts/Head';
import { Icon } from '../../parts/Icon';
import { TableCard } from '../../parts/TableCard';
import { say } from '../../parts/toasts';
import { When } from '../../parts/When';
import { now } from '../../time/clock';
import { moment } from '../../time/words';
import { GrantDialog } from './GrantDialog';

const SIZE = 50;
const SOON = 7 * 86_400_000;

/** Under whose authority, and at whose expense, graphs run. */
export function Grants() {
  const list = usePages<Grant>(`/grants?limit=${SIZE}`, scheduleEvent);
  const [giving, setGiving] = useState(false);
  const [revoking, setRevoking] = useState<Grant | null>(null);
  return (
    <>
      <Head title="Grants" note="Checked at every attempt: a revoked one lets nothing start any more.">
        {may('write') && (
          <button type="button" class="button button-primary" onClick={() => setGiving(true)}>
            <Icon name="plus" />
            Give a grant
          </button>
        )}
      </Head>
      <TableCard
        label="Grants"
        list={list}
        size={SIZE}
        columns={['For', 'State', 'Scopes', 'Expires', '']}
        empty={
          <Empty icon="grants" title="No grants yet">
            <p>A schedule of a graph that names none is given one of its own.</p>
          </Empty>
        }
        row={(grant) => (
          <tr key={grant.id} data-grant={grant.id}>
            <td>
              <div class="name">
                <span class="name-main">{grant.user_id}</span>
                <span class="name-note">
                  account {grant.billing_account_id} · <code>{grant.id.slice(0, 8)}</code>
                </span>
              </div>
            </td>
            <td>
              <State grant={grant} />
            </td>
            <td class="roomy">
              <span class="chips">
                {grant.scopes.map((scope) => (
                  <span class="tag" key={scope}>
                    {scope}
                  </span>
                ))}
              </span>
            </td>
            <td class="wide" data-label="Expires" title={grant.expires_at ? moment(grant.expires_at) : undefined}>
              {grant.expires_at === null ? <span class="faint">never</span> : <When at={grant.expires_at} />}
            </td>
            <td class="tail">
              {grant.valid && may('write') && (
                <button type="button" class="button button-small button-danger" onClick={() => setRevoking(grant)}>
                  Revoke
                </button>
              )}
            </td>
          </tr>
        )}
      />
      {giving && <GrantDialog onClose={() => setGiving(false)} onDone={() => void list.reload()} />}
      {revoking && (
        <Confirm
          title={`Revoke the grant of ${revoking.user_id}?`}
          verb="Revoke"
          danger
          onClose={() => setRevoking(null)}
          work={async () => {
            await post<Grant>(`/grants/${revoking.id}/revoke`);
            say('The grant is revoked.');
            void list.reload();
          }}
        >
          <p>Schedules under it are paused at their next slot. A grant cannot be given back; give a new one instead.</p>
        </Confirm>
      )}
    </>
  );
}

function State({ grant }: { grant: Grant }) {
  if (grant.revoked_at !== null) {
    return (
      <span class="status tone-rest">
        <Icon name="close" />
        Revoked
      </span>
    );
  }
  if (!grant.valid) {
    return (
      <span class="status tone-bad">
        <Icon name="warning" />
        Expired
      </span>
    );
  }
  if (grant.expires_at !== null && Date.parse(grant.expires_at) - now.value < SOON) {
    return (
      <span class="status tone-warn">
        <Icon name="schedules" />
        Expires soon
      </span>
    );
  }
  return (
    <span class="status tone-good">
      <Icon name="check" />
      Valid
    </span>
  );
}
