package dev.carillon.engine.store;

import dev.carillon.engine.run.RunStatus;
import dev.carillon.engine.schedule.Timer;
import dev.carillon.engine.store.RunStore.Sighting;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Timers of which every slot so far ran and succeeded at its first attempt, if there was one at
 * all, as {@code slots/read.sql} packs them: what follows from the rest is left out, and what is
 * left has its place in a row of fixed length.
 */
final class PlainTimers {

  // Where each value begins.
  private static final int ID = 0;
  private static final int PLACE = 16;
  private static final int REVISION = 22;
  private static final int VERSION = 26;
  private static final int SLOT = 34;
  private static final int DUE = 42;
  private static final int REPEAT = 50;
  private static final int LAST_RUN_AT = 54;
  private static final int LAST_RUN = 62;
  private static final int BYTES = 78;

  private PlainTimers() {}

  /**
   * @param org the one that all of them belong to
   * @param changes how often each shard was changed
   */
  static void read(byte @Nullable [] packed, int org, long[] changes, List<Sighting> into) {
    if (packed == null) {
      return;
    }
    if (packed.length % BYTES != 0) {
      throw new IllegalStateException(
          "timers take " + BYTES + " bytes each, but there are " + packed.length);
    }
    for (int at = 0; at < packed.length; at += BYTES) {
      UUID id = WireNumbers.uuidAt(packed, at + ID);
      int shard = Timer.shardOf(id);
      long place = WireNumbers.placeAt(packed, at + PLACE);
      into.add(new Sighting(timer(packed, at, id, org, shard), place, changes[shard]));
    }
  }

  private static Timer timer(byte[] packed, int at, UUID id, int org, int shard) {
    int repeat = WireNumbers.intAt(packed, at + REPEAT);
    boolean ran = repeat > 0;
    return new Timer(
        id,
        org,
        shard,
        WireNumbers.intAt(packed, at + REVISION),
        WireNumbers.longAt(packed, at + VERSION),
        instant(packed, at + SLOT),
        instant(packed, at + DUE),
        0,
        repeat,
        0,
        repeat,
        0,
        0,
        0,
        ran ? instant(packed, at + LAST_RUN_AT) : null,
        ran ? RunStatus.SUCCESS : null,
        null,
        ran ? WireNumbers.uuidAt(packed, at + LAST_RUN) : null,
        repeat);
  }

  private static Instant instant(byte[] packed, int at) {
    return Times.ofWire(WireNumbers.longAt(packed, at));
  }
}
