package dev.carillon.server;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** What the command line asks for. */
sealed interface Invocation {

  /** Run the server. */
  record Serve(Options options) implements Invocation {}

  /** Print how to call the program. */
  record Help() implements Invocation {}

  /** Print which Carillon this is. */
  record Version() implements Invocation {}

  String USAGE =
      """
      Carillon, a durable scheduler.

      Usage: carillon VERB [FLAGS]

        serve        run the server
          --data DIR      where it keeps its files and, unless --db-url is given, its database
                          (CARILLON_DATA; default carillon-data)
          --port N        where it listens on 127.0.0.1; 0 takes any free port
                          (CARILLON_PORT; default 7373)
          --db-url URL    your own PostgreSQL 15 or newer instead of the embedded one, such as
                          jdbc:postgresql://db.example/carillon?user=carillon&password=…
                          (CARILLON_DB_URL; there the password is in no list of processes)
        help         show this
        --version    show which version this is

      Flags win over the environment. CARILLON_LOG sets how much is logged to standard error: error,
      warn, info (the default), debug, trace.
      Exit codes: 0 ok, 1 failed, 2 wrong usage.
      """;

  List<String> VERBS = List.of("serve", "help", "--help", "-h", "--version", "version");

  Set<String> LOG_LEVELS = Set.of("off", "error", "warn", "info", "debug", "trace");

  /**
   * Reads a command line.
   *
   * @throws UsageException if it makes no sense, with a suggestion
   */
  static Invocation parse(List<String> arguments, Map<String, String> environment) {
    if (arguments.isEmpty()) {
      throw new UsageException("expected a verb such as serve, got nothing");
    }
    String verb = arguments.getFirst();
    List<String> rest = arguments.subList(1, arguments.size());
    return switch (verb) {
      case "serve" ->
          asksForHelp(rest)
              ? new Help()
              : new Serve(Options.parse(rest, withKnownLogLevel(environment)));
      case "help", "--help", "-h" -> new Help();
      case "--version", "version" -> new Version();
      default ->
          throw new UsageException(
              "unknown verb \"%s\"%s".formatted(verb, Suggestion.among(VERBS, verb)));
    };
  }

  private static boolean asksForHelp(List<String> flags) {
    return Stream.of("--help", "-h", "help").anyMatch(flags::contains);
  }

  private static Map<String, String> withKnownLogLevel(Map<String, String> environment) {
    String level = environment.getOrDefault("CARILLON_LOG", "info");
    if (!LOG_LEVELS.contains(level.toLowerCase(Locale.ROOT))) {
      throw new UsageException(
          "CARILLON_LOG must be one of off, error, warn, info, debug and trace, got \"%s\"%s"
              .formatted(level, Suggestion.among(LOG_LEVELS, level)));
    }
    return environment;
  }
}
