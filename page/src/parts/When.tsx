import { now } from '../time/clock';
import { moment, relative } from '../time/words';

/** A moment as seen from now, with the whole of it on a pointer's rest. It moves by itself. */
export function When({ at, zone, none = '–' }: { at: string | null | undefined; zone?: string | null; none?: string }) {
  if (at === null || at === undefined) {
    return <span class="faint">{none}</span>;
  }
  return (
    <time dateTime={at} title={moment(at, zone ?? undefined)} class="nowrap">
      {relative(at, now.value)}
    </time>
  );
}
