import { useState } from 'preact/hooks';
import { asProblem, type Problem } from '../api/problem';

/** Something a person asked for: whether it is under way, and what came of it if it was refused. */
export interface Action {
  busy: boolean;
  problem: Problem | undefined;
  clear: () => void;
  /** Returns whether it was done. */
  run: (work: () => Promise<void>) => Promise<boolean>;
}

export function useAction(): Action {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | undefined>(undefined);
  return {
    busy,
    problem,
    clear: () => setProblem(undefined),
    run: async (work) => {
      setBusy(true);
      setProblem(undefined);
      try {
        await work();
        return true;
      } catch (failure) {
        setProblem(asProblem(failure));
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}
