import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { get } from '../api/http';
import { asProblem } from '../api/problem';
import type { Run, Schedule } from '../api/types';

/** Names of schedules by id, as far as they were asked for or told by events. */
const names = signal<ReadonlyMap<string, string>>(new Map());
const asked = new Set<string>();

export function noteName(id: string, name: string): void {
  if (names.peek().get(id) !== name) {
    names.value = new Map(names.peek()).set(id, name);
  }
}

/** Looks up the names that the runs of a page need, each once. */
export function useNames(runs: Run[] | undefined): ReadonlyMap<string, string> {
  useEffect(() => {
    for (const id of new Set(runs?.map((run) => run.schedule_id))) {
      if (!asked.has(id)) {
        asked.add(id);
        get<Schedule>(`/schedules/${id}`).then(
          (schedule) => noteName(id, schedule.name),
          (failure: unknown) => {
            // A schedule that is gone has no name any more; anything else may be different next time.
            if (asProblem(failure).status !== 404) {
              asked.delete(id);
            }
          },
        );
      }
    }
  }, [runs]);
  return names.value;
}
