package dev.carillon.server;

import dev.carillon.server.config.Configuration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What the command line asks for. */
sealed interface Invocation {

  /** Run the server. */
  record Serve(Configuration configuration) implements Invocation {}

  /** Print the settings that a server started here would work by. */
  record Config(Configuration configuration, boolean json) implements Invocation {}

  /** Print how to call the program. */
  record Help() implements Invocation {}

  /** Print which Carillon this is. */
  record Version() implements Invocation {}

  String USAGE =
      """
      Carillon, a durable scheduler.

      Usage: carillon VERB [FLAGS]

        serve        run the server
        config       print every setting, its value, and where that came from (--json for scripts)
        help         show this
        --version    show which version this is

      Flags of serve and config, the ones most people need:

        --config FILE   lines of key = value; without it DIR/carillon.conf is read if it is there
        --data DIR      where it keeps its files and, unless --db-url is given, its database
                        (carillon-data)
        --port N        where it listens on 127.0.0.1; 0 takes any free port (7373)
        --db-url URL    your own PostgreSQL 15 or newer instead of the embedded one, such as
                        jdbc:postgresql://db.example/carillon?user=carillon&password=…
        --allow-private-targets
                        lets targets reach private and loopback addresses
        --log LEVEL     how much is logged to standard error: error, warn, info, debug, trace
        --log-format F  text or json

      Every key that `carillon config` prints can be a line of the file (log.format = json), a
      variable (CARILLON_LOG_FORMAT) or a flag (--log-format); the later of these wins. Give a
      URL with a password in the file or in CARILLON_DB_URL: flags show in lists of processes.
      Exit codes: 0 ok, 1 failed, 2 wrong usage.
      """;

  List<String> VERBS = List.of("serve", "config", "help", "--help", "-h", "--version", "version");

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
          asksForHelp(rest) ? new Help() : new Serve(Configuration.load(verb, rest, environment));
      case "config" -> asksForHelp(rest) ? new Help() : config(rest, environment);
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

  private static Invocation config(List<String> flags, Map<String, String> environment) {
    List<String> others = flags.stream().filter(flag -> !flag.equals("--json")).toList();
    return new Config(
        Configuration.load("config", others, environment), others.size() < flags.size());
  }
}
