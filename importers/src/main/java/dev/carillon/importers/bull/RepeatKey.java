package dev.carillon.importers.bull;

import dev.carillon.importers.Digest;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The member of a repeat set of the older kind, which says everything there is about the timing:
 * {@code name:jobId:endDate:tz:cron}, {@code name:jobId:endDate:every} in Bull, {@code
 * name:jobId:endDate:tz:every} in BullMQ. Names and ids may have colons, so it is read from its
 * end.
 */
record RepeatKey(
    String member,
    String name,
    String jobId,
    @Nullable Long endMillis,
    @Nullable String timezone,
    @Nullable String cron,
    @Nullable Long everyMillis) {

  private static final Pattern DIGITS = Pattern.compile("\\d{1,15}");

  /** Null when the member is the key of a job scheduler. */
  static @Nullable RepeatKey parse(String member) {
    List<String> parts = List.of(member.split(":", -1));
    int count = parts.size();
    if (count < 4) {
      return null;
    }
    String last = parts.getLast();
    if (last.indexOf(' ') > 0 || last.startsWith("@")) {
      return count < 5 || !endDate(parts.get(count - 3))
          ? null
          : of(member, parts, count - 3, parts.get(count - 2), last, null);
    }
    if (!DIGITS.matcher(last).matches()) {
      return null;
    }
    long every = Long.parseLong(last);
    // Five parts are BullMQ's, whose zone is empty where there is an interval.
    if (count >= 5
        && !DIGITS.matcher(parts.get(count - 2)).matches()
        && endDate(parts.get(count - 3))) {
      return of(member, parts, count - 3, parts.get(count - 2), null, every);
    }
    return endDate(parts.get(count - 2)) ? of(member, parts, count - 2, "", null, every) : null;
  }

  private static RepeatKey of(
      String member,
      List<String> parts,
      int end,
      String timezone,
      @Nullable String cron,
      @Nullable Long every) {
    return new RepeatKey(
        member,
        end > 1 ? String.join(":", parts.subList(0, end - 1)) : parts.getFirst(),
        end > 1 ? parts.get(end - 1) : "",
        parts.get(end).isEmpty() ? null : Long.valueOf(parts.get(end)),
        timezone.isEmpty() || timezone.equals("undefined") ? null : timezone,
        cron,
        every);
  }

  private static boolean endDate(String part) {
    return part.isEmpty() || DIGITS.matcher(part).matches();
  }

  /** The ids that the next job may have: the two packages put them together differently. */
  List<String> jobIds(long next) {
    String hash = Digest.md5(member);
    return List.of(
        "repeat:%s:%d".formatted(Digest.md5(name + jobId + ":" + hash), next),
        "repeat:%s:%d".formatted(Digest.md5(name + jobId + hash), next),
        "repeat:%s:%d".formatted(hash, next),
        "repeat:%s:%d".formatted(member, next));
  }
}
