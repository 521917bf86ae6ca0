package dev.carillon.page;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;

/** Asks a server over its API, past the page: to arrange what the page shall show. */
record Api(String url, String token, @Nullable String organization) {

  static final ObjectMapper JSON = JsonMapper.builder().build();

  private static final HttpClient HTTP = HttpClient.newHttpClient();

  /** Makes an organization, and answers with the operator acting inside it. */
  Api newOrganization(String name) {
    post("/orgs", Map.of("name", name));
    return new Api(url, token, name);
  }

  /** Makes a token of the organization. */
  String newToken(String principal, String... scopes) {
    return post("/tokens", Map.of("principal", principal, "scopes", List.of(scopes)))
        .get("token")
        .stringValue();
  }

  JsonNode get(String path) {
    return send("GET", path, null);
  }

  JsonNode post(String path, Object body) {
    return send("POST", path, body);
  }

  JsonNode put(String path, Object body) {
    return send("PUT", path, body);
  }

  void delete(String path) {
    send("DELETE", path, null);
  }

  /** The id of a new schedule. */
  String schedule(Map<String, ?> body) {
    return post("/schedules", body).get("id").stringValue();
  }

  private JsonNode send(String method, String path, @Nullable Object body) {
    HttpRequest.BodyPublisher publisher =
        body == null
            ? HttpRequest.BodyPublishers.noBody()
            : HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body));
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url + "/api/v1" + path))
            .timeout(Duration.ofSeconds(60))
            .header("Authorization", "Bearer " + token)
            .header("Accept", "application/json")
            .method(method, publisher);
    if (organization != null) {
      request.header("Carillon-Organization", organization);
    }
    try {
      HttpResponse<String> response =
          HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
      if (response.statusCode() >= 300) {
        throw new IllegalStateException(
            "%s %s answered %d: %s"
                .formatted(method, path, response.statusCode(), response.body()));
      }
      return JSON.readTree(response.body().isEmpty() ? "null" : response.body());
    } catch (IOException e) {
      throw new UncheckedIOException(method + " " + path, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
