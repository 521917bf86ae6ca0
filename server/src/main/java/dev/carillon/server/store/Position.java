package dev.carillon.server.store;

import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A place in the order of events: the transaction that wrote one, and its number among all.
 *
 * @param seq 0 stands before all events of the transaction
 */
public record Position(long xid, long seq) implements Comparable<Position> {

  /** After all there are. */
  public static final Position END = new Position(Long.MAX_VALUE, Long.MAX_VALUE);

  private static final Pattern TEXT = Pattern.compile("(\\d{1,18})-(\\d{1,18})");
  private static final Comparator<Position> ORDER =
      Comparator.comparingLong(Position::xid).thenComparingLong(Position::seq);

  /** Null for a text that is none. */
  public static @Nullable Position parse(String text) {
    Matcher parts = TEXT.matcher(text);
    return parts.matches()
        ? new Position(Long.parseLong(parts.group(1)), Long.parseLong(parts.group(2)))
        : null;
  }

  @Override
  public int compareTo(Position other) {
    return ORDER.compare(this, other);
  }

  /** The id of the event as people see it. */
  @Override
  public String toString() {
    return xid + "-" + seq;
  }
}
