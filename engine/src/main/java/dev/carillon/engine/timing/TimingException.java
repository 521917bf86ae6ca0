package dev.carillon.engine.timing;

/**
 * A timing that was refused: what was expected, what came, where, and what to do.
 *
 * <p>The message is one line for people ("hour must be 0–23, got 24"); the parts are for the API's
 * problem document and for the editor that marks the spot.
 */
public final class TimingException extends RuntimeException {

  private final String code;
  private final Place place;
  private final String expected;
  private final String fix;

  TimingException(String code, String message, Place place, String expected, String fix) {
    super(message);
    this.code = code;
    this.place = place;
    this.expected = expected;
    this.fix = fix;
  }

  /** Stable and made for programs, such as {@code timing.cron.out_of_range}. */
  public String code() {
    return code;
  }

  /** The part of the timing that is wrong, such as "hour", "timezone" or "interval". */
  public String field() {
    return place.field();
  }

  /** Where {@link #got} starts in the input, counted from 1; 0 when all of the input is meant. */
  public int column() {
    return place.column();
  }

  /** What came. Printable, and cut when long, so that it can be shown and logged as it is. */
  public String got() {
    return place.got();
  }

  /** What would have been right, such as "0–23". */
  public String expected() {
    return expected;
  }

  /** What to do about it: one sentence, addressed to the person. */
  public String fix() {
    return fix;
  }

  /** The input and, on a second line, carets under the offending piece. */
  public String pointer() {
    return place.pointer();
  }
}
