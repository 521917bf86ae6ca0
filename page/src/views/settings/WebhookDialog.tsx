import { useState } from 'preact/hooks';
import { patch, post } from '../../api/http';
import type { Webhook } from '../../api/types';
import { useAction } from '../../data/act';
import { TYPES } from '../../live/events';
import { Dialog, SubmitOrCancel } from '../../parts/Dialog';
import { Field } from '../../parts/Field';
import { ProblemNotice } from '../../parts/Notice';
import { say } from '../../parts/toasts';

/** What people mostly want to be told. */
const USUAL = ['run.failed', 'schedule.paused', 'schedule.dead', 'schedule.late'];

interface Properties {
  webhook: Webhook | 'new';
  onClose: () => void;
  onDone: () => void;
}

export function WebhookDialog({ webhook, onClose, onDone }: Properties) {
  const [url, setUrl] = useState(webhook === 'new' ? '' : webhook.url);
  const [description, setDescription] = useState(webhook === 'new' ? '' : webhook.description);
  const [types, setTypes] = useState<string[]>(webhook === 'new' ? USUAL : webhook.types);
  const action = useAction();
  const save = async (): Promise<void> => {
    const body = { url: url.trim(), description: description.trim(), types };
    await (webhook === 'new' ? post('/webhooks', body) : patch(`/webhooks/${webhook.id}`, body));
    say('Saved.');
    onDone();
    onClose();
  };
  return (
    <Dialog
      title={webhook === 'new' ? 'New webhook' : 'Change the webhook'}
      onClose={onClose}
      onSubmit={() => void action.run(save)}
      foot={<SubmitOrCancel verb="Save" disabled={action.busy} onCancel={onClose} />}
    >
      <Field label="URL" name="url" problem={action.problem}>
        {(control) => (
          <input
            {...control}
            class="input"
            type="url"
            autoFocus
            spellcheck={false}
            placeholder="https://example.com/events"
            value={url}
            onInput={(event) => setUrl(event.currentTarget.value)}
          />
        )}
      </Field>
      <Field label="Description" name="description" problem={action.problem}>
        {(control) => (
          <input {...control} class="input" value={description} onInput={(event) => setDescription(event.currentTarget.value)} />
        )}
      </Field>
      <fieldset class="field">
        <legend class="label">Events</legend>
        <div class="checks">
          {TYPES.map((type) => (
            <label class="check" key={type}>
              <input
                type="checkbox"
                checked={types.includes(type)}
                onChange={() => setTypes(types.includes(type) ? types.filter((each) => each !== type) : [...types, type])}
              />
              {type}
            </label>
          ))}
        </div>
      </fieldset>
      <ProblemNotice problem={action.problem} fields={['url', 'description']} />
    </Dialog>
  );
}
