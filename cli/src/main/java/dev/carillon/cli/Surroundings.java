package dev.carillon.cli;

import dev.carillon.cli.table.Style;
import java.io.Console;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/**
 * All that a verb knows of the machine it runs on.
 *
 * @param directory where relative paths begin
 * @param terminal whether a person looks at the output
 * @param rest waits so long, and says whether to go on; a test can say no
 */
public record Surroundings(
    PrintWriter out,
    PrintWriter err,
    Map<String, String> environment,
    Path directory,
    boolean terminal,
    InstantSource clock,
    ZoneId zone,
    Predicate<Duration> rest) {

  static Surroundings system() {
    return new Surroundings(
        writer(FileDescriptor.out),
        writer(FileDescriptor.err),
        System.getenv(),
        Path.of("").toAbsolutePath(),
        onTerminal(),
        InstantSource.system(),
        zone(ZoneId.systemDefault()),
        Surroundings::sleep);
  }

  /** UTF-8 wherever we are: names and marks need it, and terminals of today speak it. */
  private static PrintWriter writer(FileDescriptor descriptor) {
    return new PrintWriter(
        new PrintStream(new FileOutputStream(descriptor), false, StandardCharsets.UTF_8),
        false,
        StandardCharsets.UTF_8);
  }

  /** The launcher says so, which costs less than asking the JDK. */
  private static boolean onTerminal() {
    String told = System.getProperty("carillon.terminal");
    return told == null
        ? Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false)
        : told.equals("true");
  }

  /** Machines call it by many names; people and the server by one. */
  private static ZoneId zone(ZoneId zone) {
    return List.of("Etc/UTC", "Etc/UCT", "Etc/Zulu", "GMT", "Etc/GMT", "Z").contains(zone.getId())
        ? ZoneId.of("UTC")
        : zone;
  }

  private static boolean sleep(Duration duration) {
    LockSupport.parkNanos(duration.toNanos());
    return !Thread.currentThread().isInterrupted();
  }

  public Style style() {
    String no = environment.getOrDefault("NO_COLOR", "");
    return new Style(terminal && no.isEmpty() && !"dumb".equals(environment.get("TERM")));
  }
}
