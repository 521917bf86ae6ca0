import { useState } from 'preact/hooks';
import type { Attention, AttentionKind, Overview } from '../../api/types';
import { brief, failures } from '../../parts/brief';
import { Icon, type IconName } from '../../parts/Icon';
import { When } from '../../parts/When';
import { number } from '../../time/words';

const KINDS: Record<AttentionKind, { word: string; icon: IconName; tone: string }> = {
  dead: { word: 'Dead', icon: 'close', tone: 'bad' },
  auto_paused: { word: 'Auto-paused', icon: 'pause', tone: 'bad' },
  late: { word: 'Late', icon: 'schedules', tone: 'warn' },
  failing: { word: 'Failing', icon: 'warning', tone: 'warn' },
  grant_expiring: { word: 'Grant expires', icon: 'grants', tone: 'warn' },
};

const SHOWN = 8;

/** What a person should look at, worst first. Without anything, it is not there at all. */
export function AttentionList({ overview }: { overview: Overview }) {
  const { attention, attention_total: total } = overview;
  const [all, setAll] = useState(false);
  const shown = all ? attention : attention.slice(0, SHOWN);
  if (attention.length === 0) {
    return null;
  }
  return (
    <section class="card" aria-label="Needs attention">
      <div class="card-head">
        <h2>Needs attention</h2>
        {total > SHOWN && (
          <span class="faint small">
            {number(shown.length)} of {number(total)}, worst first
          </span>
        )}
      </div>
      <ul class="rows attention">
        {shown.map((item) => (
          <li key={`${item.kind}${item.schedule_id}${item.name}`}>
            <Row item={item} />
          </li>
        ))}
      </ul>
      {attention.length > SHOWN && (
        <div class="foot">
          <button type="button" class="button button-small button-plain" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? 'Show fewer' : `Show ${number(attention.length - SHOWN)} more`}
          </button>
        </div>
      )}
    </section>
  );
}

/** The reason if there is one, else what is known of the trouble. */
function why(item: Attention): string {
  const error = item.last_error === null ? '' : brief(`${item.last_error.code}: ${item.last_error.message}`);
  switch (item.kind) {
    case 'failing':
      return [failures(item.consecutive_failures), error].filter(Boolean).join(' · ');
    case 'late':
      return 'due, and not begun';
    case 'grant_expiring':
      return 'then it does not run any more';
    case 'dead':
    case 'auto_paused':
      return [brief(item.reason ?? ''), error].filter(Boolean).join(' · ');
  }
}

function Row({ item }: { item: Attention }) {
  const kind = KINDS[item.kind];
  return (
    <a class="attention-row" href={`/schedules/${item.schedule_id}`}>
      <span class={`attention-kind tone-${kind.tone}`}>
        <Icon name={kind.icon} />
        {kind.word}
      </span>
      <span class="attention-name">{item.name}</span>
      <span class="attention-why cut">{why(item)}</span>
      <span class="attention-since faint small">
        <When at={item.since} none="" />
      </span>
    </a>
  );
}
