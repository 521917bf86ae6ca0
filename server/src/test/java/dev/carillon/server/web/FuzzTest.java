package dev.carillon.server.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.server.ApiServer;
import dev.carillon.server.Contract;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/**
 * Random and malformed requests to every route: whatever comes, the answer is one that the document
 * foresees, and never a mistake of ours.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class FuzzTest {

  /** A failure names the seed; put it here to see it again. */
  private static final long SEED = 20261116;

  private static final int PER_ROUTE = 40;

  private static final List<String> SCALARS =
      List.of(
          "null",
          "true",
          "false",
          "0",
          "-1",
          "1",
          "1.5",
          "1e400",
          "1e2147483647",
          "1e-2147483647",
          "-0.0",
          "99999999999999999999",
          "0.0001",
          "2147483648",
          "\"\"",
          "\" \"",
          "\"x\"",
          "\"\\u0000\"",
          "\"\\ud800\"",
          "\"\\u202e\"",
          "\"2026-01-01T00:00:00Z\"",
          "\"+999999999-01-01T00:00:00Z\"",
          "\"-0001-01-01T00:00:00Z\"",
          "\"9999-12-31T23:59:59.999999999Z\"",
          "\"* * * * *\"",
          "\"0 0 30 2 *\"",
          "\"Europe/Berlin\"",
          "\"../../etc\"",
          "\"active\"",
          "\"http\"",
          "\"https://example.com/\"",
          "\"http://[::1\"",
          "\"0198aaaa-0000-7000-8000-000000000000\"",
          "\"' or 1=1 --\"",
          "\"%s%n\"",
          "\"user:ada\"",
          "[]",
          "{}",
          "[[]]",
          "[null]",
          "{\"a\":{\"b\":[1]}}",
          "[\"read\"]",
          "\"" + "é".repeat(300) + "\"",
          "\"x" + "\uD83D\uDD14".repeat(60) + "\"");

  private static final List<String> QUERIES =
      List.of(
          "",
          "x",
          "-1",
          "0",
          "201",
          "true",
          "null",
          "%00",
          "%ff",
          "%F0%9F%94%94",
          "a%20b",
          "%25",
          "2026-01-01T00:00:00Z",
          "0198aaaa-0000-7000-8000-000000000000",
          "AAAAAAAAAAAAAAAAAAAAAAAAAAA",
          "'",
          "%27%3B",
          "9".repeat(30),
          "active",
          "http",
          "a".repeat(3_000));

  @RegisterExtension static final ApiServer api = new ApiServer();

  private final Random random = new Random(SEED);

  @Test
  void nothing_that_comes_in_is_answered_with_a_mistake_of_ours() {
    ApiServer.Client org = api.organization("fuzz");
    String id =
        org.post("/api/v1/schedules", "{\"handler\":\"h\",\"interval_seconds\":3600}").text("id");
    for (Route route : api.routes()) {
      if (streams(route)) {
        continue;
      }
      for (int i = 0; i < PER_ROUTE; i++) {
        String path = path(route, id) + query(route);
        String body = Set.of("POST", "PUT", "PATCH").contains(route.method()) ? body(route) : null;
        ApiServer.Reply reply = org.send(route.method(), path, body);
        assertThat(reply.status())
            .as("seed %d: %s %s %s gave %s", SEED, route.method(), path, body, reply)
            .isLessThan(500);
      }
    }
    assertThat(org.get("/api/v1/status").status()).isEqualTo(200);
  }

  /** A live stream has no end to wait for; its own tests ask it. */
  private static boolean streams(Route route) {
    JsonNode operation = Contract.operation(route.method(), route.path());
    return operation != null && operation.at("/responses/200/content").has("text/event-stream");
  }

  private String path(Route route, String id) {
    List<String> ids =
        List.of(
            id,
            "x",
            "%00",
            "%2e%2e",
            "0198aaaa-0000-7000-8000-000000000000",
            "%F0%9F%94%94",
            "a".repeat(500),
            "fuzz");
    return route.path().replaceAll("\\{[^}]+}", pick(ids));
  }

  private String query(Route route) {
    if (random.nextInt(3) > 0) {
      return "";
    }
    List<String> names = new ArrayList<>(List.of("x", "limit", "cursor", "q", "%00"));
    Contract.operation(route.method(), route.path())
        .path("parameters")
        .values()
        .forEach(parameter -> {
          JsonNode resolved =
              parameter.has("$ref")
                  ? Contract.api().at(parameter.get("$ref").stringValue().substring(1))
                  : parameter;
          if (resolved.get("in").stringValue().equals("query")) {
            names.add(resolved.get("name").stringValue());
            names.add(resolved.get("name").stringValue());
          }
        });
    return "?" + pick(names) + "=" + pick(QUERIES) + "&" + pick(names) + "=" + pick(QUERIES);
  }

  private String body(Route route) {
    return switch (random.nextInt(8)) {
      case 0 -> pick(SCALARS);
      case 1 -> "{\"a\":".repeat(random.nextInt(100)) + "1";
      case 2 -> broken(object(route));
      default -> object(route);
    };
  }

  private String object(Route route) {
    List<String> names = new ArrayList<>(List.of("x", "name", "id", ""));
    JsonNode schema =
        Contract.operation(route.method(), route.path())
            .at("/requestBody/content/application~1json/schema");
    if (schema.has("$ref")) {
      JsonNode resolved = Contract.api().at(schema.get("$ref").stringValue().substring(1));
      names = new ArrayList<>(resolved.path("properties").propertyNames());
      names.add("x");
    }
    List<String> fields = new ArrayList<>();
    // A beginning that is right lets the rest get further.
    if (route.path().equals("/api/v1/schedules") && random.nextBoolean()) {
      fields.add("\"handler\":\"h\"");
      fields.add("\"interval_seconds\":60");
    }
    if (route.path().endsWith("/apply") && random.nextBoolean()) {
      fields.add(
          "\"schedules\":[{\"name\":\"s\",\"handler\":\"h\",\"cron\":%s}]"
              .formatted(pick(SCALARS)));
    }
    int count = random.nextInt(4);
    for (int i = 0; i < count; i++) {
      fields.add(Json.text(pick(names)) + ":" + pick(SCALARS));
    }
    return "{" + String.join(",", fields) + "}";
  }

  private String broken(String body) {
    StringBuilder text = new StringBuilder(body);
    for (int i = 0; i < 3 && !text.isEmpty(); i++) {
      int at = random.nextInt(text.length());
      switch (random.nextInt(3)) {
        case 0 -> text.deleteCharAt(at);
        case 1 -> text.setCharAt(at, (char) random.nextInt(0xd800));
        default -> text.insert(at, (char) random.nextInt(128));
      }
    }
    return text.toString();
  }

  private <T> T pick(List<T> from) {
    return from.get(random.nextInt(from.size()));
  }
}
