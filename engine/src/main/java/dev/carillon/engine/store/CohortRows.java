package dev.carillon.engine.store;

import dev.carillon.engine.run.RunStatus;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Timer;
import dev.carillon.engine.store.RunStore.Sighting;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Timers and definitions of members of cohorts, as {@code slots/read.sql} packs them. */
final class CohortRows {

  // The columns, in their order.
  private static final int COHORT = 1;
  private static final int SIZE = 2;
  private static final int MEMBERS = 3;
  private static final int MOVED = 4;
  private static final int SHARD = 5;
  private static final int VERSION = 6;
  private static final int REVISION = 7;
  private static final int REPEAT = 8;
  private static final int SLOT_AT = 9;
  private static final int DUE_AT = 10;
  private static final int NEXT_SLOT_AT = 11;
  private static final int NEXT_DUE_AT = 12;
  private static final int LAST_RUN_IDS = 13;
  private static final int LAST_RUN_ATS = 14;
  private static final int SCHEDULE_IDS = 15;
  private static final int TEXTS = 16;
  private static final int DEFINITION = 17;

  private final PackedRow row = new PackedRow(List.of());

  /** What was read last of what members share: the next cohort is mostly of the same kind. */
  private byte[] packedBefore = {};

  private @Nullable Schedule before;

  /**
   * @param org the one that all of them belong to
   * @param bucket the one in whose name they are read
   * @param changes how often each shard was changed
   */
  void read(byte @Nullable [] packed, int org, long bucket, long[] changes, List<Sighting> into)
      throws SQLException {
    row.over(packed);
    while (row.next()) {
      Halves halves = new Halves(row);
      Schedule like = definition(row.bytes(DEFINITION));
      WireElements ids = row.elements(SCHEDULE_IDS);
      WireElements lastRuns = row.elements(LAST_RUN_IDS);
      WireElements lastStarts = row.elements(LAST_RUN_ATS);
      CohortTexts texts = row.texts(TEXTS);
      long cohort = row.number(COHORT);
      int size = (int) row.number(SIZE);
      long members = row.number(MEMBERS);
      long moved = row.number(MOVED);
      int shard = (int) row.number(SHARD);
      long version = row.number(VERSION);
      for (int bit = 0; bit < size; bit++) {
        Half half = ((moved >> bit) & 1) == 0 ? halves.yetToRun : halves.moved;
        if (((members >> bit) & 1) == 0 || half == null || half.bucket != bucket) {
          texts.passOver();
          texts.passOver();
          continue;
        }
        UUID id = ids.uuid(bit);
        boolean ran = half.repeat > 0;
        Timer timer =
            timer(
                new Member(id, org, shard, version),
                half,
                ran ? lastRuns.uuid(bit) : null,
                ran ? Times.ofSeconds(lastStarts.number(bit)) : null);
        String name = Objects.requireNonNull(texts.next());
        String payload = texts.next();
        Schedule schedule = like == null ? null : Cohort.member(like, id, name, payload);
        into.add(new Sighting(timer, CohortPlace.of(cohort, size, bit), changes[shard], schedule));
      }
    }
  }

  /** What a member's own row of timers says of it for good. */
  private record Member(UUID id, int org, int shard, long version) {}

  /** Nothing has ever happened to it but runs that succeeded at their first attempt. */
  private static Timer timer(
      Member member, Half half, @Nullable UUID lastRun, @Nullable Instant lastRunAt) {
    return new Timer(
        member.id,
        member.org,
        member.shard,
        half.revision,
        member.version,
        half.slotAt,
        half.dueAt,
        0,
        half.repeat,
        0,
        half.repeat,
        0,
        0,
        0,
        lastRunAt,
        lastRun == null ? null : RunStatus.SUCCESS,
        null,
        lastRun,
        half.repeat);
  }

  /** Null when it is no definition; then its members' are looked for one by one. */
  private @Nullable Schedule definition(byte[] packed) throws SQLException {
    if (!Arrays.equals(packed, packedBefore)) {
      before = Definitions.read(packed).orElse(null);
      packedBefore = packed;
    }
    return before;
  }

  /** What the timers of those members say that have yet to run a slot, or of those that have. */
  private record Half(Instant slotAt, Instant dueAt, long bucket, int revision, int repeat) {

    Half(Instant slotAt, Instant dueAt, int revision, int repeat) {
      this(slotAt, dueAt, Agenda.bucketOf(dueAt), revision, repeat);
    }
  }

  /** Both; nobody has moved where there is no next slot. */
  private record Halves(Half yetToRun, @Nullable Half moved) {

    Halves(PackedRow row) {
      this(
          new Half(
              Objects.requireNonNull(row.instant(SLOT_AT)),
              Objects.requireNonNull(row.instant(DUE_AT)),
              (int) row.number(REVISION),
              (int) row.number(REPEAT)),
          moved(row));
    }

    private static @Nullable Half moved(PackedRow row) {
      Instant slot = row.instant(NEXT_SLOT_AT);
      Instant due = row.instant(NEXT_DUE_AT);
      return slot == null || due == null
          ? null
          : new Half(slot, due, (int) row.number(REVISION) + 1, (int) row.number(REPEAT) + 1);
    }
  }
}
