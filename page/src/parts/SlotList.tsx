import type { Slot } from '../api/types';
import { now } from '../time/clock';
import { moment, relative, viewerZone } from '../time/words';
import { Icon } from './Icon';

/** Slots in the schedule's zone, and in the viewer's where that differs, with notes of daylight saving. */
export function SlotList({ slots, zone }: { slots: Slot[]; zone: string | null }) {
  const own = zone ?? viewerZone;
  return (
    <ol class="slots">
      {slots.map((slot) => (
        <li key={slot.at}>
          <div class="slot-line">
            <time dateTime={slot.at}>{moment(slot.at, own)}</time>
            <span class="faint small nowrap">{relative(slot.at, now.value)}</span>
          </div>
          {own !== viewerZone && <div class="faint small">{moment(slot.at)} for you</div>}
          {slot.note && (
            <div class="slot-note">
              <Icon name="info" />
              {slot.note}
            </div>
          )}
        </li>
      ))}
    </ol>
  );
}
