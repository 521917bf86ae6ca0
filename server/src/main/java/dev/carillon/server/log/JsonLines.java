package dev.carillon.server.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.slf4j.event.KeyValuePair;

/**
 * One JSON object to a line: time, level, logger, thread, message, what the thread's context says,
 * and the exception with its stack.
 */
public final class JsonLines extends EncoderBase<ILoggingEvent> {

  private static final byte[] NOTHING = {};

  @Override
  public byte[] headerBytes() {
    return NOTHING;
  }

  @Override
  public byte[] footerBytes() {
    return NOTHING;
  }

  @Override
  public byte[] encode(ILoggingEvent event) {
    StringBuilder line = new StringBuilder(256).append('{');
    Instant time = Instant.ofEpochMilli(event.getTimeStamp()).truncatedTo(ChronoUnit.MILLIS);
    field(line, "time", time.toString());
    field(line, "level", event.getLevel().toString().toLowerCase(Locale.ROOT));
    field(line, "logger", event.getLoggerName());
    field(line, "thread", event.getThreadName());
    field(line, "message", event.getFormattedMessage());
    event.getMDCPropertyMap().forEach((name, value) -> field(line, name, value));
    if (event.getKeyValuePairs() != null) {
      for (KeyValuePair pair : event.getKeyValuePairs()) {
        field(line, pair.key, String.valueOf(pair.value));
      }
    }
    if (event.getThrowableProxy() != null) {
      field(line, "error", ThrowableProxyUtil.asString(event.getThrowableProxy()));
    }
    return line.append("}\n").toString().getBytes(StandardCharsets.UTF_8);
  }

  private static void field(StringBuilder line, String name, String value) {
    if (line.length() > 1) {
      line.append(',');
    }
    quote(line, name);
    line.append(':');
    quote(line, value);
  }

  /** Line breaks and other control characters are escaped: nobody can forge a second line. */
  private static void quote(StringBuilder line, String text) {
    line.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> line.append("\\\"");
        case '\\' -> line.append("\\\\");
        case '\n' -> line.append("\\n");
        case '\t' -> line.append("\\t");
        default -> {
          if (c < ' ' || Character.isSurrogate(c) || c == '\u2028' || c == '\u2029') {
            line.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
          } else {
            line.append(c);
          }
        }
      }
    }
    line.append('"');
  }
}
