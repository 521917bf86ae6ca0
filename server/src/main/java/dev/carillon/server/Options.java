package dev.carillon.server;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What {@code carillon serve} was told.
 *
 * @param data the data directory
 * @param port where HTTP listens; 0 for any free port
 * @param dbUrl a database of the operator's own, or null for the embedded one
 */
record Options(Path data, int port, @Nullable String dbUrl) {

  static final String DEFAULT_DATA = "carillon-data";
  static final int DEFAULT_PORT = 7373;

  /** Each flag, and the variable that says the same. */
  private static final Map<String, String> FLAGS =
      Map.of("--data", "CARILLON_DATA", "--port", "CARILLON_PORT", "--db-url", "CARILLON_DB_URL");

  /** Text, and the flag or variable it came from. */
  private record Given(String source, String text) {}

  static Options parse(List<String> arguments, Map<String, String> environment) {
    Map<String, Given> given = flags(arguments);
    FLAGS.forEach((flag, variable) -> {
      String text = environment.get(variable);
      if (text != null && !text.isEmpty()) {
        given.putIfAbsent(flag, new Given(variable, text));
      }
    });
    Given data = given.getOrDefault("--data", new Given("--data", DEFAULT_DATA));
    Given port = given.getOrDefault("--port", new Given("--port", "" + DEFAULT_PORT));
    Given dbUrl = given.get("--db-url");
    return new Options(
        directory(data), portNumber(port), dbUrl == null ? null : databaseUrl(dbUrl));
  }

  private static Map<String, Given> flags(List<String> arguments) {
    Map<String, Given> given = new HashMap<>();
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      int equals = argument.indexOf('=');
      String flag = equals < 0 ? argument : argument.substring(0, equals);
      if (!FLAGS.containsKey(flag)) {
        throw new UsageException(
            (flag.startsWith("-") ? "unknown flag %s%s" : "serve takes no argument \"%s\"%s")
                .formatted(flag, Suggestion.among(FLAGS.keySet(), flag)));
      }
      String text;
      if (equals >= 0) {
        text = argument.substring(equals + 1);
      } else {
        i++;
        text = i < arguments.size() ? arguments.get(i) : "";
      }
      if (text.isEmpty() || (equals < 0 && FLAGS.containsKey(text))) {
        throw new UsageException(flag + " expects a value behind it, got none");
      }
      if (given.put(flag, new Given(flag, text)) != null) {
        throw new UsageException(flag + " was given twice; once is enough");
      }
    }
    return given;
  }

  private static Path directory(Given given) {
    try {
      return Path.of(given.text());
    } catch (InvalidPathException e) {
      throw new UsageException(
          "%s expects a directory, got \"%s\"".formatted(given.source(), given.text()), e);
    }
  }

  private static int portNumber(Given given) {
    int port = -1;
    if (given.text().matches("\\d{1,5}")) {
      port = Integer.parseInt(given.text());
    }
    if (port < 0 || port > 65_535) {
      throw new UsageException(
          "%s expects a port from 1 to 65535, or 0 for any free one, got \"%s\""
              .formatted(given.source(), given.text()));
    }
    return port;
  }

  /** The message does not repeat the URL: it may hold a password. */
  private static String databaseUrl(Given given) {
    if (!given.text().startsWith("jdbc:postgresql:")) {
      throw new UsageException(
          given.source()
              + " expects a URL such as"
              + " jdbc:postgresql://db.example:5432/carillon?user=carillon&password=…, and the one"
              + " given does not begin with jdbc:postgresql:");
    }
    return given.text();
  }
}
