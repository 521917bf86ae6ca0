package dev.carillon.server.target;

import dev.carillon.engine.target.RunContext;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import org.jspecify.annotations.Nullable;

/**
 * The event that every attempt hands its target, as JSON. Written by hand: it is made for every
 * delivery, and the payload goes into it as the very text its owner wrote.
 */
final class EventBody {

  private static final DateTimeFormatter MILLISECONDS =
      new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

  private final StringBuilder out;

  private EventBody(StringBuilder out) {
    this.out = out;
  }

  static EventBody of(RunContext run) {
    String payload = run.payload();
    EventBody body = new EventBody(new StringBuilder(384 + payload.length()).append('{'));
    body.text("scheduled_job_id", run.scheduledJobId().toString());
    body.text("scheduled_job_name", run.scheduledJobName());
    body.json("repeat_number", Integer.toString(run.repeatNumber()));
    body.json("retry", Integer.toString(run.retry()));
    body.text("run_id", run.runId().toString());
    body.text("key", run.key());
    body.text("scheduled_for", instant(run.scheduledFor()));
    body.json("payload", payload);
    return body;
  }

  static String instant(Instant instant) {
    return MILLISECONDS.format(instant);
  }

  EventBody text(String name, @Nullable String value) {
    name(name);
    if (value == null) {
      out.append("null");
    } else {
      quote(value);
    }
    return this;
  }

  /**
   * @param value well-formed JSON
   */
  EventBody json(String name, String value) {
    name(name);
    out.append(value);
    return this;
  }

  private void name(String name) {
    if (out.length() > 1) {
      out.append(',');
    }
    out.append('"').append(name).append("\":");
  }

  private void quote(String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"', '\\' -> out.append('\\').append(c);
        case '\n' -> out.append("\\n");
        case '\t' -> out.append("\\t");
        default -> {
          if (c < ' ') {
            out.append("\\u00").append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 15));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }

  private static final String HEX = "0123456789abcdef";

  byte[] bytes() {
    return (out + "}").getBytes(StandardCharsets.UTF_8);
  }
}
