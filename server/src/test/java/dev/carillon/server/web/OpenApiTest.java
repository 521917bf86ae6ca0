package dev.carillon.server.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.server.ApiServer;
import dev.carillon.server.Contract;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** The document and the server say the same; every other test holds the answers against it. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class OpenApiTest {

  private static final Set<String> METHODS = Set.of("get", "post", "put", "patch", "delete");

  @RegisterExtension static final ApiServer api = new ApiServer();

  @Test
  void every_route_is_in_the_document_and_every_operation_is_a_route() {
    Map<String, String> routes = new TreeMap<>();
    api.routes()
        .forEach(route ->
            routes.put(route.toString(), route.scope() == null ? "none" : route.scope().word()));
    Map<String, String> operations = new TreeMap<>();
    for (Map.Entry<String, JsonNode> path : Contract.api().get("paths").properties()) {
      for (Map.Entry<String, JsonNode> operation : path.getValue().properties()) {
        if (METHODS.contains(operation.getKey())) {
          operations.put(
              operation.getKey().toUpperCase(java.util.Locale.ROOT) + " " + path.getKey(),
              operation.getValue().path("x-scope").asString("none"));
        }
      }
    }
    assertThat(operations).isEqualTo(routes);
  }

  @Test
  void operations_have_names_of_their_own_and_all_references_lead_somewhere() {
    Set<String> names = new TreeSet<>();
    for (JsonNode path : Contract.api().get("paths").values()) {
      for (JsonNode operation : path.values()) {
        if (operation.has("operationId")) {
          assertThat(names.add(operation.get("operationId").stringValue())).isTrue();
        }
      }
    }
    for (JsonNode reference : Contract.api().findValues("$ref")) {
      assertThat(Contract.api().at(reference.stringValue().substring(1)).isMissingNode())
          .as(reference.stringValue())
          .isFalse();
    }
  }

  @Test
  void the_document_and_its_page_are_served_to_anybody_and_load_nothing_from_elsewhere() {
    ApiServer.Client anybody = api.anonymous();
    assertThat(anybody.get("/openapi.yaml").body()).startsWith("# The REST API of Carillon");
    ApiServer.Reply page = anybody.get("/docs");
    assertThat(page.header("Content-Security-Policy")).startsWith("default-src 'none'");
    for (String path : Set.of("/docs", "/docs/", "/docs/docs.js", "/docs/docs.css")) {
      ApiServer.Reply reply = anybody.get(path);
      assertThat(reply.status()).as(path).isEqualTo(200);
      assertThat(reply.body()).as(path).doesNotContain("http://").doesNotContain("https://");
    }
  }

  @Test
  void every_code_is_explained_and_no_other() throws IOException {
    Set<String> explained = new TreeSet<>();
    try (BufferedReader lines = Files.newBufferedReader(Path.of("../docs/errors.md"))) {
      lines
          .lines()
          .filter(line -> line.startsWith("| `") && !line.startsWith("| `timing."))
          .forEach(line -> explained.add(line.substring(3, line.indexOf('`', 3))));
    }
    Set<String> codes = new TreeSet<>();
    for (Code code : Code.values()) {
      codes.add(code.text());
    }
    assertThat(explained).isEqualTo(codes);
  }
}
