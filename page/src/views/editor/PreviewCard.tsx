import { useEffect, useState } from 'preact/hooks';
import { post } from '../../api/http';
import { asProblem, type Problem } from '../../api/problem';
import type { Preview } from '../../api/types';
import { SlotList } from '../../parts/SlotList';
import { type Draft, timingBody, windowBody } from './draft';

/** How long after the last key the server is asked. */
const REST = 150;

const COUNT = 6;

export interface Previewed {
  preview: Preview | undefined;
  problem: Problem | undefined;
}

/** Asks the server what a timing would do, while it is typed. The last good answer stays until the next. */
export function usePreview(draft: Draft): Previewed {
  const [state, setState] = useState<Previewed>({ preview: undefined, problem: undefined });
  const body = JSON.stringify({ ...timingBody(draft), ...windowBody(draft), count: COUNT });
  useEffect(() => {
    let current = true;
    const timer = setTimeout(() => {
      post<Preview>('/schedules/preview', JSON.parse(body)).then(
        (preview) => current && setState({ preview, problem: undefined }),
        (failure: unknown) => current && setState({ preview: undefined, problem: asProblem(failure) }),
      );
    }, REST);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [body]);
  return state;
}

/** What the timing means, in words and in moments. */
export function PreviewCard({ previewed, draft }: { previewed: Previewed; draft: Draft }) {
  const { preview, problem } = previewed;
  return (
    <aside class="card preview" aria-label="Preview" aria-live="polite">
      <div class="card-head">
        <h2>It would run</h2>
      </div>
      <div class="card-body">
        {preview && (
          <>
            <p class="preview-words">{preview.description}</p>
            <SlotList slots={preview.slots} zone={draft.timing === 'cron' ? draft.timezone : null} />
            {preview.slots.length === 0 && <p class="faint">Never: its bounds leave no slot.</p>}
          </>
        )}
        {problem && <p class="soft">{problem.message}</p>}
      </div>
    </aside>
  );
}
