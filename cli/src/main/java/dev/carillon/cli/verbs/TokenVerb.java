package dev.carillon.cli.verbs;

import dev.carillon.cli.Surroundings;
import dev.carillon.cli.table.Table;
import dev.carillon.cli.table.Table.Cell;
import dev.carillon.client.Carillon;
import dev.carillon.client.Json;
import dev.carillon.client.Page;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

@Command(name = "token", description = "Make, list and revoke tokens: create, list, revoke ID.")
final class TokenVerb extends Verb {

  @Parameters(
      index = "0",
      completionCandidates = Choices.OfTokens.class,
      paramLabel = "WHAT",
      description = "create, list or revoke")
  private String what = "";

  @Parameters(index = "1", arity = "0..1", paramLabel = "ID", description = "which to revoke")
  private @Nullable String id;

  @Option(
      names = "--principal",
      paramLabel = "WHO",
      description = "user:NAME or agent:NAME (yourself)")
  private @Nullable String principal;

  @Option(
      names = "--scope",
      completionCandidates = Choices.Scopes.class,
      split = ",",
      paramLabel = "SCOPE",
      description = "read, write, run or admin; several with commas")
  private List<String> scopes = new ArrayList<>();

  @Option(names = "--name", paramLabel = "NAME", description = "what it is for")
  private @Nullable String name;

  @Option(names = "--expires", paramLabel = "DURATION", description = "valid for so long (90d)")
  private @Nullable String expires;

  TokenVerb(Surroundings surroundings) {
    super(surroundings);
  }

  @Override
  int call(Carillon server) {
    boolean revokes = what.equals("revoke");
    if (revokes == (id == null)) {
      throw new Usage(
          revokes ? "expected the id of the token to revoke" : "only revoke takes an id");
    }
    switch (what) {
      case "create" -> create(server);
      case "list" -> list(server);
      case "revoke" -> revoke(server, String.valueOf(id));
      default -> throw new Usage("expected create, list or revoke, got \"%s\"".formatted(what));
    }
    return OK;
  }

  private void create(Carillon server) {
    if (scopes.isEmpty()) {
      throw new Usage("expected --scope with some of read, write, run and admin");
    }
    ObjectNode body = Json.object();
    Values.text(body, "principal", principal);
    Values.text(body, "name", name);
    scopes.forEach(body.putArray("scopes")::add);
    if (expires != null) {
      body.put("expires_at", now().plus(Values.duration("--expires", expires)).toString());
    }
    JsonNode token = server.createToken(body);
    if (json) {
      json(token);
      return;
    }
    // The secret alone on standard output, so that it can go into a file or a variable.
    say(token.get("token").asString());
    surroundings
        .err()
        .println(
            "Token %s for %s. It is shown this once."
                .formatted(token.get("id").asString(), token.get("principal").asString()));
    surroundings.err().flush();
  }

  private void list(Carillon server) {
    List<JsonNode> tokens = new ArrayList<>();
    String cursor = null;
    do {
      Page<JsonNode> page = server.tokens(Carillon.PAGE, cursor);
      tokens.addAll(page.items());
      cursor = page.nextCursor();
    } while (cursor != null);
    if (json) {
      ObjectNode answer = Json.object();
      ArrayNode items = answer.putArray("items");
      tokens.forEach(items::add);
      json(answer.putNull("next_cursor"));
      return;
    }
    Table table = new Table("", "  ");
    for (JsonNode token : tokens) {
      List<String> held = token.get("scopes").valueStream().map(JsonNode::asString).toList();
      table.row(
          Cell.of(token.get("id").asString(), style::faint),
          Cell.of(token.get("principal").asString()),
          Cell.of(String.join(",", held)),
          Cell.of(token.get("name").asString()),
          Cell.of(validity(token)));
    }
    table.lines().forEach(this::say);
    if (tokens.isEmpty()) {
      say("No tokens but the operator's.");
    }
  }

  private static String validity(JsonNode token) {
    if (!token.get("revoked_at").isNull()) {
      return "revoked " + token.get("revoked_at").asString();
    }
    return token.get("expires_at").isNull() ? "" : "until " + token.get("expires_at").asString();
  }

  private void revoke(Carillon server, String which) {
    JsonNode token = server.revokeToken(which);
    if (json) {
      json(token);
    } else {
      say("Revoked the token of %s".formatted(token.get("principal").asString()));
    }
  }
}
