import { useState } from 'preact/hooks';
import { post } from '../../api/http';
import type { Scope, Token } from '../../api/types';
import { useAction } from '../../data/act';
import { Dialog, SubmitOrCancel } from '../../parts/Dialog';
import { Field } from '../../parts/Field';
import { Notice, ProblemNotice } from '../../parts/Notice';
import { Secret } from '../../parts/Secret';
import { fromLocal } from '../../time/local';

const SCOPES: { scope: Scope; line: string }[] = [
  { scope: 'read', line: 'looks' },
  { scope: 'write', line: 'creates, changes, deletes' },
  { scope: 'run', line: 'starts, cancels, reports runs' },
  { scope: 'admin', line: 'all of these, and tokens' },
];

/** Makes a token, and shows it this once. */
export function TokenDialog({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const [name, setName] = useState('');
  const [principal, setPrincipal] = useState('');
  const [scopes, setScopes] = useState<Scope[]>(['read']);
  const [expires, setExpires] = useState('');
  const [made, setMade] = useState<Token | null>(null);
  const action = useAction();
  const make = async (): Promise<void> => {
    const token = await post<Token>('/tokens', {
      scopes,
      ...(name.trim() === '' ? {} : { name: name.trim() }),
      ...(principal.trim() === '' ? {} : { principal: principal.trim() }),
      ...(expires === '' ? {} : { expires_at: fromLocal(expires) }),
    });
    setMade(token);
    onDone();
  };
  if (made !== null) {
    return (
      <Dialog
        title="Here it is"
        onClose={onClose}
        onSubmit={onClose}
        foot={
          <button type="submit" class="button button-primary">
            I have it
          </button>
        }
      >
        <Notice kind="warn" title="It is shown this once">
          <p>Carillon keeps only its hash.</p>
        </Notice>
        <Secret text={made.token ?? ''} />
      </Dialog>
    );
  }
  return (
    <Dialog
      title="New token"
      onClose={onClose}
      onSubmit={() => void action.run(make)}
      foot={<SubmitOrCancel verb="Make" disabled={action.busy} onCancel={onClose} />}
    >
      <Field label="Name" name="name" problem={action.problem} hint="What it is for.">
        {(control) => <input {...control} class="input" autoFocus value={name} onInput={(event) => setName(event.currentTarget.value)} />}
      </Field>
      <Field label="Principal" name="principal" problem={action.problem} hint="user:NAME or agent:NAME; left empty: you.">
        {(control) => (
          <input
            {...control}
            class="input"
            spellcheck={false}
            placeholder="user:ada"
            value={principal}
            onInput={(event) => setPrincipal(event.currentTarget.value)}
          />
        )}
      </Field>
      <fieldset class="field">
        <legend class="label">Scopes</legend>
        <div class="checks">
          {SCOPES.map(({ scope, line }) => (
            <label class="check" key={scope}>
              <input
                type="checkbox"
                checked={scopes.includes(scope)}
                onChange={() => setScopes(scopes.includes(scope) ? scopes.filter((each) => each !== scope) : [...scopes, scope])}
              />
              {scope} <span class="faint small">{line}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <Field label="Expires" name="expires_at" problem={action.problem} hint="Left empty: never.">
        {(control) => (
          <input {...control} class="input" type="datetime-local" value={expires} onInput={(event) => setExpires(event.currentTarget.value)} />
        )}
      </Field>
      <ProblemNotice problem={action.problem} fields={['name', 'principal', 'expires_at']} />
    </Dialog>
  );
}
