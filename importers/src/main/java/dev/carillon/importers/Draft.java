package dev.carillon.importers;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A schedule in the making, in the API's own fields, and what is to be said about it. */
public final class Draft {

  private static final int LONGEST_NAME = 255;

  /** What a name cannot have: line breaks, other controls, turns of the direction of writing. */
  private static final Pattern NOT_PLAIN =
      Pattern.compile("[\\p{Cntrl}\\u0080-\\u009F\\u202A-\\u202E\\u2066-\\u2069\\s]+");

  private final ObjectNode body = Lenient.object();
  private final List<String> warnings = new ArrayList<>();
  private final Settings settings;

  public Draft(Settings settings, String name) {
    this.settings = settings;
    body.put("name", shortened(name));
  }

  /** One line that fits into a schedule's name. */
  public static String shortened(String name) {
    String line = NOT_PLAIN.matcher(name).replaceAll(" ").strip();
    int end = Math.min(line.length(), LONGEST_NAME);
    if (end < line.length() && Character.isHighSurrogate(line.charAt(end - 1))) {
      end--;
    }
    return line.isEmpty() ? "unnamed" : line.substring(0, end);
  }

  public ObjectNode body() {
    return body;
  }

  public List<String> warnings() {
    return warnings;
  }

  public Draft warn(String warning) {
    warnings.add(warning);
    return this;
  }

  public Draft put(String field, @Nullable String value) {
    if (value != null && !value.isBlank()) {
      body.put(field, value);
    }
    return this;
  }

  public Draft set(String field, @Nullable JsonNode value) {
    if (value != null && !value.isNull()) {
      body.set(field, value);
    }
    return this;
  }

  public Draft put(String field, int value) {
    body.put(field, value);
    return this;
  }

  /**
   * @param timezone what the source says, or null when it goes by the clock of its host
   */
  public Draft cron(String expression, @Nullable String timezone, String host) {
    body.put("cron", expression.strip());
    if (timezone != null && !timezone.isBlank()) {
      body.put("timezone", timezone.strip());
    } else if (settings.timezone() != null) {
      body.put("timezone", settings.timezone());
    } else {
      body.put("timezone", "UTC");
      warn(
          "it goes by the clock of %s, whose zone is not in the data: taken as UTC; say the zone"
                  .formatted(host)
              + " with timezone");
    }
    return this;
  }

  /**
   * An interval. Where a cron expression in UTC has the very same slots, it becomes that, so that
   * it keeps the source's phase; others count from the moment the schedule is resumed.
   *
   * @param slot any slot of the source, past or to come; null where none is known
   */
  public Draft every(Duration interval, @Nullable Instant slot) {
    String cron = slot == null ? null : Rhythm.cron(interval, slot);
    if (cron != null) {
      body.put("cron", cron).put("timezone", "UTC");
    } else {
      body.put("interval_seconds", seconds(interval));
    }
    return this;
  }

  public Draft once(Instant at) {
    body.put("run_at", at.toString());
    return this;
  }

  public Draft seconds(String field, @Nullable Duration duration) {
    if (duration != null) {
      body.put(field, seconds(duration));
    }
    return this;
  }

  static BigDecimal seconds(Duration duration) {
    BigDecimal seconds = BigDecimal.valueOf(duration.toMillis(), 3).stripTrailingZeros();
    return seconds.scale() < 0 ? seconds.setScale(0) : seconds;
  }

  public Draft instant(String field, @Nullable Instant at) {
    if (at != null) {
      body.put(field, at.toString());
    }
    return this;
  }

  /**
   * What a run does where the source ran code of its own: calls the URL that was chosen, or starts
   * a workflow.
   *
   * @param otherwise the workflow where none was chosen
   */
  public Draft codeTarget(String otherwise, JsonNode payload) {
    String url = settings.text("url");
    String workflow = settings.text("workflow");
    if (url != null) {
      body.put("target", "http").put("url", url).put("method", "POST");
    } else {
      body.put("target", "workflow")
          .put("workflow_id", shortened(workflow == null ? otherwise : workflow));
    }
    body.set("payload", payload);
    return this;
  }
}
