import { useState } from 'preact/hooks';
import { post } from '../../api/http';
import type { ImportReport, ImportSource } from '../../api/types';
import { useAction } from '../../data/act';
import { Field } from '../../parts/Field';
import { Head } from '../../parts/Head';
import { ProblemNotice } from '../../parts/Notice';
import { Segments } from '../../parts/Segments';
import { viewerZone } from '../../time/words';
import { FileDrop, type GivenFile } from './FileDrop';
import { Report } from './Report';

const SOURCES: Record<ImportSource, { word: string; line: string; redis: boolean }> = {
  openclaw: { word: 'OpenClaw', line: 'Its jobs file, configuration or database; with the history of its runs.', redis: false },
  crontab: { word: 'crontab', line: 'What crontab -l prints, or a file of /etc/cron.d.', redis: false },
  kubernetes: { word: 'Kubernetes', line: 'CronJobs, as kubectl get cronjobs -o yaml prints them.', redis: false },
  bullmq: { word: 'Bull, BullMQ', line: 'Repeatable jobs and job schedulers, out of Redis.', redis: true },
  rq: { word: 'RQ', line: 'rq-scheduler, RQ cron and scheduled jobs, out of Redis.', redis: true },
};

/** Takes over schedules from elsewhere: shows what would come, then brings it in. */
export function Imports() {
  const [source, setSource] = useState<ImportSource>('openclaw');
  const [files, setFiles] = useState<GivenFile[]>([]);
  const [redis, setRedis] = useState('');
  const [zone, setZone] = useState(viewerZone);
  const [url, setUrl] = useState('');
  const [activate, setActivate] = useState(false);
  const [report, setReport] = useState<ImportReport | null>(null);
  const action = useAction();
  const kind = SOURCES[source];
  const ready = kind.redis ? redis.trim() !== '' : files.length > 0;

  const ask = async (dryRun: boolean): Promise<void> => {
    const answer = await post<ImportReport>(`/imports/${source}`, {
      dry_run: dryRun,
      activate,
      timezone: zone.trim() === '' ? null : zone.trim(),
      options: url.trim() === '' ? {} : { url: url.trim() },
      ...(kind.redis ? { redis_url: redis.trim() } : { files }),
    });
    setReport(answer);
  };
  return (
    <>
      <Head title="Imports" note="Nothing changes until you have seen what would come. Running it again changes nothing twice." />
      <div class="stack">
        <form
          class="card form-part"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void action.run(() => ask(true));
          }}
        >
          <Segments
            label="Source"
            value={source}
            choices={(Object.keys(SOURCES) as ImportSource[]).map((value) => ({ value, label: SOURCES[value].word }))}
            onChange={(value) => {
              setSource(value);
              setFiles([]);
              setReport(null);
              action.clear();
            }}
          />
          <p class="hint">{kind.line}</p>
          {kind.redis ? (
            <Field
              label="Redis"
              name="redis_url"
              problem={action.problem}
              hint={`The server reads it. If only your machine reaches it: carillon import ${source} redis://…`}
            >
              {(control) => (
                <input
                  {...control}
                  class="input input-mono"
                  spellcheck={false}
                  placeholder="redis://host:6379/0"
                  value={redis}
                  onInput={(event) => setRedis(event.currentTarget.value)}
                />
              )}
            </Field>
          ) : (
            <FileDrop files={files} onChange={setFiles} />
          )}
          <div class="grid-2">
            <Field label="Time zone" name="timezone" problem={action.problem} hint="Of jobs that name none: that of the machine they ran on.">
              {(control) => <input {...control} class="input" value={zone} onInput={(event) => setZone(event.currentTarget.value)} />}
            </Field>
            <Field label="Call this URL" name="options.url" problem={action.problem} hint="For jobs without a target of their own. Left empty: a workflow of their name.">
              {(control) => (
                <input {...control} class="input" type="url" spellcheck={false} value={url} onInput={(event) => setUrl(event.currentTarget.value)} />
              )}
            </Field>
          </div>
          <label class="check">
            <input type="checkbox" checked={activate} onChange={() => setActivate(!activate)} />
            <span>
              Start them at once <span class="faint small">otherwise they come paused, for you to look through</span>
            </span>
          </label>
          <ProblemNotice problem={action.problem} fields={['redis_url', 'timezone']} />
          <div class="actions">
            <button type="submit" class="button button-primary" disabled={action.busy || !ready}>
              Look what would come
            </button>
          </div>
        </form>
        {report && <Report report={report} busy={action.busy} onImport={() => ask(false)} />}
      </div>
    </>
  );
}
