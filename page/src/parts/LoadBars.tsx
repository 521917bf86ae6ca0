import { clockTime, plural } from '../time/words';

const HEIGHT = 56;

/** How many slots come due in each minute. */
export function LoadBars({ minutes }: { minutes: { at: string; count: number }[] }) {
  const most = Math.max(1, ...minutes.map((minute) => minute.count));
  const busiest = minutes.find((minute) => minute.count === most);
  const every = Math.max(1, Math.round(minutes.length / 4));
  return (
    <figure class="load">
      <svg
        viewBox={`0 0 ${minutes.length * 10} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={busiest ? `At most ${plural(most, 'slot')} a minute, at ${clockTime(busiest.at)}` : 'No slots'}
      >
        {minutes.map((minute, index) => {
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
        {minutes
          .filter((_, index) => index % every === 0)
          .map((minute) => (
            <span key={minute.at}>{clockTime(minute.at)}</span>
          ))}
      </figcaption>
    </figure>
  );
}
