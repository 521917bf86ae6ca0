package dev.carillon.server.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class JsonLinesTest {

  private static String line(String message, Throwable problem, Object... arguments) {
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    LoggingEvent event =
        new LoggingEvent(
            JsonLinesTest.class.getName(),
            context.getLogger("dev.carillon.Some"),
            Level.WARN,
            message,
            problem,
            arguments);
    event.setTimeStamp(1_700_000_000_000L);
    return new String(new JsonLines().encode(event), StandardCharsets.UTF_8);
  }

  @Test
  void an_event_is_one_object_on_one_line() {
    assertThat(line("Node {} is gone.", null, 4))
        .startsWith(
            "{\"time\":\"2023-11-14T22:13:20Z\",\"level\":\"warn\",\"logger\":\"dev.carillon.Some\"")
        .contains("\"message\":\"Node 4 is gone.\"")
        .endsWith("}\n");
  }

  @Test
  void nobody_can_forge_a_second_line_or_a_field() {
    String line = line("name {}", null, "x\"}\n{\"level\":\"error\r\u2028\u001b[31m");

    assertThat(line.strip().lines()).hasSize(1);
    assertThat(line).contains("x\\\"}\\n{\\\"level\\\"").doesNotContain("\u001b");
  }

  @Test
  void an_exception_stays_on_the_line_of_its_event() {
    String line = line("it failed", new IllegalStateException("why"));

    assertThat(line.strip().lines()).hasSize(1);
    assertThat(line).contains("\"error\":\"java.lang.IllegalStateException: why\\n");
  }
}
