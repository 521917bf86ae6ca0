import type { RecentRun } from '../../api/types';
import { look } from '../../parts/Status';
import { When } from '../../parts/When';
import { now } from '../../time/clock';
import { duration, relative } from '../../time/words';

const PLACES = 60;

/** The last runs by outcome, newest at the right: a failure stands out by height and colour. */
export function RecentStrip({ runs }: { runs: RecentRun[] }) {
  // Newest first from the server; the strip grows to the right.
  const shown = runs.slice(0, PLACES).toReversed();
  return (
    <section class="card" aria-label="Recent runs">
      <div class="card-head">
        <h2>Recent runs</h2>
        <a class="faint small" href="/runs">
          All runs
        </a>
      </div>
      <div class="card-body">
        {shown.length === 0 ? (
          <p class="faint">Nothing has run yet.</p>
        ) : (
          <>
            <ol class="strip" onKeyDown={walk}>
              {Array.from({ length: PLACES - shown.length }, (_, index) => (
                <li key={`none${index}`} class="strip-none" aria-hidden="true" />
              ))}
              {shown.map((run, index) => (
                <li key={run.id}>
                  <a
                  href={`/runs/${run.id}`}
                  class={`strip-run strip-${look(run.status).tone}`}
                  aria-label={words(run)}
                  title={words(run)}
                  tabIndex={index === shown.length - 1 ? 0 : -1}
                />
                </li>
              ))}
            </ol>
            <div class="strip-times faint" aria-hidden="true">
              <When at={shown[0]?.started_at ?? null} none="" />
              <span>now</span>
            </div>
          </>
        )}
      </div>
    </section>
  );
}

/** Sixty stops of the tab key would be too many: it stops at the newest, and the arrow keys go on from there. */
function walk(event: KeyboardEvent): void {
  const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
  const links = [...(event.currentTarget as HTMLElement).querySelectorAll('a')];
  const next = links[links.indexOf(document.activeElement as HTMLAnchorElement) + by];
  if (by !== 0 && next !== undefined) {
    event.preventDefault();
    next.focus();
  }
}

function words(run: RecentRun): string {
  const took = run.duration_ms === null ? '' : `, took ${duration(run.duration_ms)}`;
  return `${run.name}: ${look(run.status).word.toLowerCase()} ${relative(run.started_at, now.peek())}${took}`;
}
