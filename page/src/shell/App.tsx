import { effect } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { sentAway } from '../api/http';
import { asProblem, type Problem } from '../api/problem';
import { recall, session } from '../api/session';
import { forgetAll } from '../data/load';
import { connect, disconnect } from '../live/connection';
import { Notice } from '../parts/Notice';
import { Toasts } from '../parts/toasts';
import { place } from '../router/router';
import { Routes } from '../router/Routes';
import { SignIn } from '../views/signin/SignIn';
import { Banner } from './Banner';
import { Help } from './Help';
import { Navigation } from './Navigation';

/** The whole page: whoever is not signed in sees the door, everybody else the views. */
export function App() {
  const problem = useSession();
  if (problem !== undefined) {
    return (
      <main class="door">
        <Notice kind="bad" title={problem.title}>
          <p>{problem.message} The page tries again by itself.</p>
        </Notice>
      </main>
    );
  }
  if (session.value === undefined) {
    return null;
  }
  if (session.value === null || sentAway.value !== null || place.value.path === '/signin') {
    return <SignIn />;
  }
  return (
    <>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <div class="shell">
        <Navigation />
        <div>
          <Banner />
          <main class="main" id="main" tabIndex={-1}>
            <Routes />
          </main>
        </div>
      </div>
      <Help />
      <Toasts />
    </>
  );
}

const AGAIN = 2000;

/** Finds out who is looking, again and again until the server answers; follows the events of a session. */
function useSession(): Problem | undefined {
  const [problem, setProblem] = useState<Problem | undefined>(undefined);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = (): void => {
      recall().then(
        () => setProblem(undefined),
        (failure: unknown) => {
          setProblem(asProblem(failure));
          timer = setTimeout(look, AGAIN);
        },
      );
    };
    look();
    let who: string | null = null;
    const stop = effect(() => {
      const current = session.value && sentAway.value === null ? session.value : null;
      const key = current ? `${current.principal} ${current.organization}` : null;
      if (key === who) {
        return;
      }
      who = key;
      if (key === null) {
        disconnect();
      } else {
        forgetAll();
        connect();
      }
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);
  return problem;
}
