import { useState } from 'preact/hooks';
import { remove } from '../../api/http';
import type { Token } from '../../api/types';
import { usePages } from '../../data/pages';
import { Confirm } from '../../parts/Confirm';
import { Empty } from '../../parts/Empty';
import { Head } from '../../parts/Head';
import { Icon } from '../../parts/Icon';
import { TableCard } from '../../parts/TableCard';
import { say } from '../../parts/toasts';
import { When } from '../../parts/When';
import { now } from '../../time/clock';
import { TokenDialog } from './TokenDialog';

const SIZE = 50;

/** Who may do what. */
export function Tokens() {
  const list = usePages<Token>(`/tokens?limit=${SIZE}`);
  const [making, setMaking] = useState(false);
  const [revoking, setRevoking] = useState<Token | null>(null);
  return (
    <>
      <Head title="Tokens" note="Each belongs to a user or an agent, is shown once, and can be revoked at any moment.">
        <button type="button" class="button button-primary" onClick={() => setMaking(true)}>
          <Icon name="plus" />
          New token
        </button>
      </Head>
      <TableCard
        label="Tokens"
        list={list}
        size={SIZE}
        columns={['Token', 'State', 'Scopes', 'Made', '']}
        empty={
          <Empty icon="tokens" title="No tokens yet">
            <p>Give people, programs and agents tokens of their own, with no more scopes than they need.</p>
          </Empty>
        }
        row={(token) => (
          <tr key={token.id}>
            <td>
              <div class="name">
                <span class="name-main">{token.name || token.principal}</span>
                <span class="name-note">{token.principal}</span>
              </div>
            </td>
            <td>
              <State token={token} />
            </td>
            <td class="wide">
              <span class="chips">
                {token.scopes.map((scope) => (
                  <span class="tag" key={scope}>
                    {scope}
                  </span>
                ))}
              </span>
            </td>
            <td class="roomy">
              <When at={token.created_at} /> <span class="faint small">by {token.created_by}</span>
            </td>
            <td class="tail">
              {token.revoked_at === null && (
                <button type="button" class="button button-small button-danger" onClick={() => setRevoking(token)}>
                  Revoke
                </button>
              )}
            </td>
          </tr>
        )}
      />
      {making && <TokenDialog onClose={() => setMaking(false)} onDone={() => void list.reload()} />}
      {revoking && (
        <Confirm
          title={`Revoke ${revoking.name || revoking.principal}?`}
          verb="Revoke"
          danger
          onClose={() => setRevoking(null)}
          work={async () => {
            await remove(`/tokens/${revoking.id}`);
            say('The token is revoked.');
            void list.reload();
          }}
        >
          <p>Whoever uses it is refused from now on, on every node; sessions on this page included.</p>
        </Confirm>
      )}
    </>
  );
}

function State({ token }: { token: Token }) {
  if (token.revoked_at !== null) {
    return (
      <span class="status tone-rest">
        <Icon name="close" />
        Revoked
      </span>
    );
  }
  if (token.expires_at !== null && Date.parse(token.expires_at) <= now.value) {
    return (
      <span class="status tone-bad">
        <Icon name="warning" />
        Expired
      </span>
    );
  }
  return (
    <span class="status tone-good">
      <Icon name="check" />
      {token.expires_at === null ? 'Valid' : <When at={token.expires_at} />}
    </span>
  );
}
