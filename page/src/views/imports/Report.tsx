import { useState } from 'preact/hooks';
import type { ImportItem, ImportReport } from '../../api/types';
import { Confirm } from '../../parts/Confirm';
import { Icon, type IconName } from '../../parts/Icon';
import { Notice } from '../../parts/Notice';
import { moment, number, plural, shortMoment } from '../../time/words';

const OUTCOMES: Record<ImportItem['outcome'], { icon: IconName; tone: string; would: string }> = {
  created: { icon: 'plus', tone: 'good', would: 'create' },
  updated: { icon: 'edit', tone: 'busy', would: 'update' },
  unchanged: { icon: 'check', tone: 'rest', would: 'unchanged' },
  skipped: { icon: 'forward', tone: 'warn', would: 'skip' },
  failed: { icon: 'warning', tone: 'bad', would: 'cannot' },
};

interface Properties {
  report: ImportReport;
  busy: boolean;
  onImport: () => Promise<void>;
}

/** What was found, and what becomes of it. */
export function Report({ report, busy, onImport }: Properties) {
  const [asked, setAsked] = useState(false);
  const { totals } = report;
  const changes = totals.created + totals.updated;
  return (
    <section class="card" aria-label="What was found">
      <div class="card-head">
        <h2>
          {plural(totals.found, 'schedule')} found
          {report.dry_run ? '' : ', imported'}
        </h2>
        <span class="soft small">
          {(['created', 'updated', 'unchanged', 'skipped', 'failed'] as const)
            .filter((outcome) => totals[outcome] > 0)
            .map((outcome) => `${number(totals[outcome])} ${outcome}`)
            .join(' · ')}
          {report.runs_imported > 0 && ` · ${plural(report.runs_imported, 'past run')}`}
        </span>
      </div>
      {!report.dry_run && (
        <div class="card-body">
          <Notice kind="good" title={`${plural(changes, 'schedule')} came over`}>
            <p>
              They are paused until you resume them, unless you chose otherwise. <a href="/schedules?status=paused">Look through them</a>
            </p>
          </Notice>
        </div>
      )}
      <div class="table-wrap">
        <table class="table">
          <thead>
            <tr>
              <th>Schedule</th>
              <th>{report.dry_run ? 'Would' : 'Outcome'}</th>
              <th>Notes</th>
              <th>First fires</th>
            </tr>
          </thead>
          <tbody>
            {report.items.map((item) => (
              <Row key={item.source_id} item={item} dryRun={report.dry_run} />
            ))}
          </tbody>
        </table>
      </div>
      {report.leftovers.length > 0 && (
        <div class="card-body">
          <details class="more">
            <summary>{plural(report.leftovers.length, 'file')} not read</summary>
            <ul>
              {report.leftovers.map((file) => (
                <li key={file}>
                  <code>{file}</code>
                </li>
              ))}
            </ul>
          </details>
        </div>
      )}
      {report.dry_run && (
        <div class="foot">
          <span>Nothing has been changed yet.</span>
          <button type="button" class="button button-primary" disabled={busy || changes === 0} onClick={() => setAsked(true)}>
            Import {plural(changes, 'schedule')}
          </button>
        </div>
      )}
      {asked && (
        <Confirm
          title={`Import ${plural(changes, 'schedule')}?`}
          verb="Import"
          onClose={() => setAsked(false)}
          work={onImport}
        >
          <p class="soft">What you have changed here since an earlier import is kept.</p>
        </Confirm>
      )}
    </section>
  );
}

function Row({ item, dryRun }: { item: ImportItem; dryRun: boolean }) {
  const outcome = OUTCOMES[item.outcome];
  return (
    <tr>
      <td>
        <div class="name">
          {item.schedule_id ? (
            <a class="name-main" href={`/schedules/${item.schedule_id}`}>
              {item.name}
            </a>
          ) : (
            <span class="name-main">{item.name}</span>
          )}
          <span class="name-note">{item.source_id}</span>
        </div>
      </td>
      <td>
        <span class={`status tone-${outcome.tone}`}>
          <Icon name={outcome.icon} />
          {dryRun ? outcome.would : item.outcome}
        </span>
      </td>
      <td class="wide soft small">
        {item.reason && <div>{item.reason}</div>}
        {item.warnings.map((warning) => (
          <div key={warning} class="tone-warn">
            {warning}
          </div>
        ))}
      </td>
      <td class="wide small soft" title={item.fires.map((fire) => moment(fire)).join('\n')}>
        {item.fires.slice(0, 2).map((fire) => (
          <div key={fire}>{shortMoment(fire)}</div>
        ))}
      </td>
    </tr>
  );
}
