import type { Paged } from '../data/pages';
import { number } from '../time/words';

/** Where in a long list one is, and the way on and back. */
export function Pager({ of, size, total }: { of: Paged<unknown>; size: number; total?: number | undefined }) {
  const count = of.items?.length ?? 0;
  if (of.back === undefined && of.next === undefined && total === undefined) {
    return null;
  }
  const first = of.page * size + 1;
  return (
    <div class="foot">
      <span>
        {count === 0 ? 'None' : `${number(first)}–${number(first + count - 1)}`}
        {total !== undefined && count > 0 && ` of ${number(total)}`}
      </span>
      <div class="foot-buttons">
        <button type="button" class="button button-small" disabled={of.back === undefined} onClick={of.back}>
          Back
        </button>
        <button type="button" class="button button-small" disabled={of.next === undefined} onClick={of.next}>
          Next
        </button>
      </div>
    </div>
  );
}
