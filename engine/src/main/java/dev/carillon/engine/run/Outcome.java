package dev.carillon.engine.run;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How one attempt ended. */
public sealed interface Outcome extends Answer {

  /** The target did what it was asked. */
  record Success() implements Outcome {
    public static final Success INSTANCE = new Success();
  }

  /**
   * The target refused or broke.
   *
   * @param retryAfter when the target itself said how long to wait, that long; otherwise null
   */
  record Failure(RunError error, @Nullable Duration retryAfter) implements Outcome {
    public static Failure of(String code, String message) {
      return new Failure(new RunError(code, message), null);
    }
  }

  /** The attempt ran longer than its timeout. */
  record Timeout(Duration limit) implements Outcome {}

  /** The node that ran the attempt is gone; whether the target was reached is unknown. */
  record Lost(int node) implements Outcome {}

  /** The node stopped in good order and could not wait for the attempt any longer. */
  record HandedBack(int node) implements Outcome {}

  /** Somebody, or a newer slot that replaces it, ended the run. */
  record Cancelled(String reason) implements Outcome {}

  /** The run may not be carried out at all; the schedule is paused for this reason. */
  record Barred(RunError error) implements Outcome {}

  /** The error to record, or null for a success. */
  default @Nullable RunError error() {
    return switch (this) {
      case Success _ -> null;
      case Failure failure -> failure.error();
      case Timeout timeout ->
          new RunError("timeout", "the attempt ran longer than " + seconds(timeout.limit()));
      case Lost lost ->
          new RunError("worker_lost", "node " + lost.node() + " ended before the attempt did");
      case HandedBack back ->
          new RunError("node_stopped", "node " + back.node() + " stopped before the attempt ended");
      case Cancelled cancelled -> new RunError("cancelled", cancelled.reason());
      case Barred barred -> barred.error();
    };
  }

  /** The status of a run whose last attempt ended so. */
  default RunStatus status() {
    return switch (this) {
      case Success _ -> RunStatus.SUCCESS;
      case Failure _, Lost _, HandedBack _, Barred _ -> RunStatus.ERROR;
      case Timeout _ -> RunStatus.TIMEOUT;
      case Cancelled _ -> RunStatus.CANCELLED;
    };
  }

  private static String seconds(Duration duration) {
    return java.math.BigDecimal.valueOf(duration.toMillis(), 3).stripTrailingZeros().toPlainString()
        + " s";
  }
}
