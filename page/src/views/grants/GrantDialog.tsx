import { useState } from 'preact/hooks';
import { post } from '../../api/http';
import type { Grant } from '../../api/types';
import { useAction } from '../../data/act';
import { Dialog, SubmitOrCancel } from '../../parts/Dialog';
import { Field } from '../../parts/Field';
import { ProblemNotice } from '../../parts/Notice';
import { say } from '../../parts/toasts';
import { fromLocal } from '../../time/local';

/** Gives a grant: for whom, at whose expense, for what, until when. */
export function GrantDialog({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const [user, setUser] = useState('');
  const [account, setAccount] = useState('');
  const [scopes, setScopes] = useState('graph:execute');
  const [expires, setExpires] = useState('');
  const action = useAction();
  const give = async (): Promise<void> => {
    await post<Grant>('/grants', {
      billing_account_id: account.trim(),
      ...(user.trim() === '' ? {} : { user_id: user.trim() }),
      ...(scopes.trim() === '' ? {} : { scopes: scopes.trim().split(/[\s,]+/) }),
      ...(expires === '' ? {} : { expires_at: fromLocal(expires) }),
    });
    say('The grant is given.');
    onDone();
    onClose();
  };
  return (
    <Dialog
      title="Give a grant"
      onClose={onClose}
      onSubmit={() => void action.run(give)}
      foot={<SubmitOrCancel verb="Give" disabled={action.busy} onCancel={onClose} />}
    >
      <Field label="Billing account" name="billing_account_id" problem={action.problem} hint="At whose expense it runs.">
        {(control) => <input {...control} class="input" autoFocus value={account} onInput={(event) => setAccount(event.currentTarget.value)} />}
      </Field>
      <Field label="User" name="user_id" problem={action.problem} hint="On whose behalf; left empty: you.">
        {(control) => <input {...control} class="input" value={user} onInput={(event) => setUser(event.currentTarget.value)} />}
      </Field>
      <Field label="Scopes" name="scopes" problem={action.problem}>
        {(control) => <input {...control} class="input" value={scopes} onInput={(event) => setScopes(event.currentTarget.value)} />}
      </Field>
      <Field label="Expires" name="expires_at" problem={action.problem} hint="Left empty: when it is revoked.">
        {(control) => (
          <input {...control} class="input" type="datetime-local" value={expires} onInput={(event) => setExpires(event.currentTarget.value)} />
        )}
      </Field>
      <ProblemNotice problem={action.problem} fields={['billing_account_id', 'user_id', 'scopes', 'expires_at']} />
    </Dialog>
  );
}
