import { clockTime, plural } from '../time/words';

const HEIGHT = 56;

interface Properties {
  minutes: { at: string; count: number }[];
  /** Whether counting stopped before the end. */
  truncated: boolean;
}

/** How many slots come due in each minute; minutes that nobody has counted are shown as such. */
export function LoadBars({ minutes, truncated }: Properties) {
  const counted = truncated ? minutes.findLastIndex((minute) => minute.count > 0) + 1 : minutes.length;
  const most = Math.max(1, ...minutes.map((minute) => minute.count));
  const busiest = minutes.find((minute) => minute.count === most);
  return (
    <figure class="load">
      <svg
        viewBox={`0 0 ${minutes.length * 10} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={busiest ? `At most ${plural(most, 'slot')} a minute, at ${clockTime(busiest.at)}` : 'No slots'}
      >
        {counted < minutes.length && (
          <rect class="load-unknown" x={counted * 10} y={0} width={(minutes.length - counted) * 10} height={HEIGHT}>
            <title>not counted</title>
          </rect>
        )}
        {minutes.slice(0, counted).map((minute, index) => {
          const height = minute.count === 0 ? 1.5 : Math.max(4, (minute.count / most) * HEIGHT);
          return (
            <rect
              key={minute.at}
              class={minute.count === 0 ? 'load-none' : 'load-some'}
              x={index * 10 + 1}
              y={HEIGHT - height}
              width={8}
              height={height}
              rx={1}
            >
              <title>{`${clockTime(minute.at)}: ${plural(minute.count, 'slot')}`}</title>
            </rect>
          );
        })}
      </svg>
      <figcaption class="load-times" aria-hidden="true">
        {marks(minutes).map((at) => (
          <span key={at}>{clockTime(at)}</span>
        ))}
      </figcaption>
    </figure>
  );
}

/** Five moments at equal distances, from the first minute to the end of the last. */
function marks(minutes: { at: string }[]): number[] {
  const first = Date.parse(minutes[0]?.at ?? '');
  const length = minutes.length * 60_000;
  return Number.isNaN(first) ? [] : [0, 1, 2, 3, 4].map((quarter) => first + (length * quarter) / 4);
}
