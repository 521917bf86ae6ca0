import { useState } from 'preact/hooks';
import { post } from '../../api/http';
import { may } from '../../api/session';
import { Confirm } from '../../parts/Confirm';
import { Field } from '../../parts/Field';
import { Icon } from '../../parts/Icon';
import { say } from '../../parts/toasts';
import { plural } from '../../time/words';
import { done, type BatchAnswer } from './batch';

type Verb = 'pause' | 'resume' | 'delete';

const WORDS: Record<Verb, { title: string; past: string; note: string }> = {
  pause: { title: 'Pause', past: 'paused', note: 'Counters and history are kept; nothing runs until it is resumed.' },
  resume: { title: 'Resume', past: 'resumed', note: 'Each takes its next slot after now. Those that are not paused stay as they are.' },
  delete: { title: 'Delete', past: 'deleted', note: 'History goes with what is deleted, for good.' },
};

interface Properties {
  chosen: ReadonlySet<string>;
  onDone: () => void;
  onClear: () => void;
}

/** What can be done with all selected schedules at once. */
export function BulkBar({ chosen, onDone, onClear }: Properties) {
  const [asked, setAsked] = useState<Verb | null>(null);
  const [reason, setReason] = useState('');
  const work = async (verb: Verb): Promise<void> => {
    const body = { ids: [...chosen], ...(verb === 'pause' && reason.trim() !== '' ? { reason: reason.trim() } : {}) };
    const answer = await post<BatchAnswer>(`/schedules/batch-${verb}`, body);
    say(done(answer, WORDS[verb].past, chosen.size));
    onDone();
  };
  return (
    <div class="bulk" role="toolbar" aria-label="Selected schedules">
      <strong>{plural(chosen.size, 'schedule')} selected</strong>
      {may('write') && (
        <>
          <button type="button" class="button button-small" onClick={() => setAsked('pause')}>
            <Icon name="pause" />
            Pause
          </button>
          <button type="button" class="button button-small" onClick={() => setAsked('resume')}>
            <Icon name="play" />
            Resume
          </button>
          <button type="button" class="button button-small button-danger" onClick={() => setAsked('delete')}>
            <Icon name="trash" />
            Delete
          </button>
        </>
      )}
      <button type="button" class="button button-small button-plain" onClick={onClear}>
        Clear
      </button>
      {asked !== null && (
        <Confirm
          title={`${WORDS[asked].title} ${plural(chosen.size, 'schedule')}?`}
          verb={`${WORDS[asked].title} ${plural(chosen.size, 'schedule')}`}
          danger={asked === 'delete'}
          onClose={() => setAsked(null)}
          work={() => work(asked)}
        >
          <p>{WORDS[asked].note}</p>
          {asked === 'pause' && (
            <Field label="Reason" hint="Shown at each of them.">
              {(control) => (
                <input {...control} class="input" value={reason} onInput={(event) => setReason(event.currentTarget.value)} />
              )}
            </Field>
          )}
        </Confirm>
      )}
    </div>
  );
}
