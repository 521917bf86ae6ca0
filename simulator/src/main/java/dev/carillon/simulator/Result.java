package dev.carillon.simulator;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What came of a world.
 *
 * @param hash of all that happened; the same for the same seed
 */
public record Result(
    long seed,
    long hash,
    long events,
    int starts,
    Set<Mark> marks,
    List<Violation> violations,
    List<Line> lines) {

  private static final int MOST_VIOLATIONS = 10;
  private static final int MOST_LINES = 200;

  /** One event, and the schedule it concerns. */
  public record Line(@Nullable UUID scheduleId, String text) {}

  public Result {
    marks = marks.isEmpty() ? Set.of() : Set.copyOf(EnumSet.copyOf(marks));
    violations = List.copyOf(violations);
    lines = List.copyOf(lines);
  }

  public boolean ok() {
    return violations.isEmpty();
  }

  /** What was broken, what happened to the schedule concerned, and how to see it again. */
  public String report() {
    StringBuilder report = new StringBuilder();
    for (Violation violation : violations.stream().limit(MOST_VIOLATIONS).toList()) {
      report.append("seed ").append(seed).append(" breaks ").append(violation).append('\n');
    }
    if (!violations.isEmpty()) {
      UUID concerned = violations.getFirst().scheduleId();
      lines.stream()
          .filter(line -> concerned != null && concerned.equals(line.scheduleId()))
          .limit(MOST_LINES)
          .forEach(line -> report.append(line.text()).append('\n'));
      report.append("again: make sim SEED=").append(seed).append('\n');
    }
    return report.toString();
  }
}
