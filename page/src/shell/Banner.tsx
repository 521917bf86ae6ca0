import { hearing, retryNow } from '../live/connection';
import { Icon } from '../parts/Icon';
import { clockTime } from '../time/words';

/** Says so when the page no longer hears what happens. */
export function Banner() {
  if (hearing.value.is !== 'lost') {
    return null;
  }
  return (
    <div class="banner" role="alert">
      <Icon name="warning" />
      <span>Connection lost, showing what was known at {clockTime(hearing.value.since)}.</span>
      <button type="button" class="button button-small" onClick={retryNow}>
        Try now
      </button>
    </div>
  );
}
