import { useEffect, useState } from 'preact/hooks';
import { sentAway } from '../../api/http';
import { signIn } from '../../api/session';
import { useAction } from '../../data/act';
import { Bell } from '../../parts/Bell';
import { Field } from '../../parts/Field';
import { Notice, ProblemNotice } from '../../parts/Notice';
import { goInstead, place } from '../../router/router';

/** Takes the code of a one-time link out of the address, so that neither history nor a glance keeps it. */
function takeCode(): string | null {
  const code = new URLSearchParams(location.hash.slice(1)).get('code');
  if (code !== null) {
    history.replaceState(null, '', location.pathname);
  }
  return code;
}

/** The door: a one-time link that the server printed, or a token. */
export function SignIn() {
  const [token, setToken] = useState('');
  const [organization, setOrganization] = useState('');
  const [byLink, setByLink] = useState(false);
  const action = useAction();

  const enter = (work: () => Promise<void>): void => {
    void action.run(work).then((done) => {
      setByLink(false);
      if (done && place.value.path === '/signin') {
        goInstead('/');
      }
    });
  };

  useEffect(() => {
    document.title = 'Sign in · Carillon';
    const follow = (): void => {
      const code = takeCode();
      if (code !== null) {
        setByLink(true);
        enter(() => signIn({ code }));
      }
    };
    follow();
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, []);

  return (
    <main class="door">
      <div class="door-brand">
        <Bell />
        <h1>Carillon</h1>
      </div>
      {sentAway.value !== null && !action.problem && (
        <Notice kind="warn" title="You are no longer signed in">
          <p>Your session or its token has ended. Sign in to go on where you were.</p>
        </Notice>
      )}
      <ProblemNotice problem={action.problem} fields={['token', 'organization']} />
      <form
        class="card door-card"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const named = organization.trim();
          enter(() => signIn({ token: token.trim(), ...(named === '' ? {} : { organization: named }) }));
        }}
      >
        <Field label="Token" name="token" problem={action.problem} hint="Begins with car_. The operator's is in operator.token of the data directory.">
          {(control) => (
            <input
              {...control}
              class="input input-mono"
              type="password"
              autoComplete="current-password"
              spellcheck={false}
              autoFocus
              value={token}
              onInput={(event) => setToken(event.currentTarget.value)}
            />
          )}
        </Field>
        <Field label="Organization" name="organization" problem={action.problem} hint="Only the operator needs to name one; “default” if left empty.">
          {(control) => (
            <input
              {...control}
              class="input"
              autoComplete="organization"
              spellcheck={false}
              value={organization}
              onInput={(event) => setOrganization(event.currentTarget.value)}
            />
          )}
        </Field>
        <button type="submit" class="button button-primary" disabled={action.busy || token.trim() === ''}>
          {byLink ? 'Signing in by the link …' : 'Sign in'}
        </button>
      </form>
      <p class="faint small">
        <code>carillon serve</code> prints a link that signs you in once, without a token.
      </p>
    </main>
  );
}
