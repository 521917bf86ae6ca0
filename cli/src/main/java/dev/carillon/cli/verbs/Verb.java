package dev.carillon.cli.verbs;

import dev.carillon.cli.Surroundings;
import dev.carillon.cli.table.Style;
import dev.carillon.client.Carillon;
import dev.carillon.client.Connection;
import dev.carillon.client.Discovery;
import dev.carillon.client.Json;
import java.time.Instant;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** What all verbs that ask a server have in common. */
abstract class Verb implements Callable<Integer> {

  static final int OK = 0;
  static final int FAILED = 1;

  final Surroundings surroundings;
  final Style style;

  @Mixin private final ServerFlags serverFlags = new ServerFlags();

  @Option(names = "--json", description = "JSON for programs instead of text for people")
  boolean json;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "show this")
  boolean help;

  Verb(Surroundings surroundings) {
    this.surroundings = surroundings;
    style = surroundings.style();
  }

  @Override
  public final Integer call() {
    Discovery discovery = new Discovery(surroundings.environment(), surroundings.directory());
    Connection connection;
    try {
      connection = discovery.find(serverFlags.given());
    } catch (IllegalArgumentException e) {
      throw new Usage(String.valueOf(e.getMessage()));
    }
    if (connection.token() == null) {
      throw new Failed(
          """
          there is no token for %s. Give one with CARILLON_TOKEN or a profile; a local server's \
          is found by its data directory (--data DIR).\
          """
              .formatted(connection.server()));
    }
    try (Carillon server = new Carillon(connection)) {
      return call(server);
    }
  }

  /** Returns the exit code. */
  abstract int call(Carillon server);

  Instant now() {
    return surroundings.clock().instant();
  }

  void say(String line) {
    surroundings.out().println(line);
  }

  void json(JsonNode node) {
    say(Json.pretty(node));
  }

  static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }
}
