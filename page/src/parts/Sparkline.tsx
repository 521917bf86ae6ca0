import type { RunStatus } from '../api/types';
import { look } from './Status';

const WIDTH = 4;
const GAP = 1.5;
const HEIGHT = 18;
const PLACES = 20;

/** Failures are tall, successes of middle height, skipped slots low: readable without colours. */
function height(status: RunStatus): number {
  const { tone } = look(status);
  return tone === 'bad' ? HEIGHT : tone === 'good' ? 11 : 4;
}

/** The last twenty outcomes, newest at the right. */
export function Sparkline({ outcomes }: { outcomes: RunStatus[] | undefined }) {
  if (outcomes === undefined || outcomes.length === 0) {
    return <span class="faint small">no runs yet</span>;
  }
  const shown = outcomes.slice(-PLACES);
  const offset = PLACES - shown.length;
  const width = PLACES * (WIDTH + GAP);
  return (
    <svg class="spark" viewBox={`0 0 ${width} ${HEIGHT}`} width={width} height={HEIGHT} role="img" aria-label={words(shown)}>
      <title>{words(shown)}</title>
      {Array.from({ length: offset }, (_, index) => (
        <rect key={`none${index}`} class="spark-none" x={index * (WIDTH + GAP)} y={HEIGHT - 2} width={WIDTH} height={2} rx={1} />
      ))}
      {shown.map((status, index) => (
        <rect
          key={index}
          class={`mark-${look(status).tone}`}
          x={(offset + index) * (WIDTH + GAP)}
          y={HEIGHT - height(status)}
          width={WIDTH}
          height={height(status)}
          rx={1.2}
        />
      ))}
    </svg>
  );
}

/** "last 20: 18 success, 2 error". */
function words(outcomes: RunStatus[]): string {
  const counts = new Map<string, number>();
  for (const outcome of outcomes) {
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  }
  return `last ${outcomes.length}: ${[...counts].map(([status, count]) => `${count} ${status}`).join(', ')}`;
}
