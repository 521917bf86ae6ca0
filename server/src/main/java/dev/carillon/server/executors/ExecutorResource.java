package dev.carillon.server.executors;

import dev.carillon.server.store.Executor;
import dev.carillon.server.store.Executors;
import dev.carillon.server.target.UrlRules;
import dev.carillon.server.web.Answer;
import dev.carillon.server.web.Code;
import dev.carillon.server.web.Json;
import dev.carillon.server.web.Problem;
import dev.carillon.server.web.Request;
import dev.carillon.server.web.Route;
import dev.carillon.server.web.Scope;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Executors: endpoints by name. */
public final class ExecutorResource {

  private static final String PATH = "/api/v1/executors";

  /** It stands before the colon of a graph's id. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");

  private final Executors executors;
  private final UrlRules urls;

  public ExecutorResource(Executors executors, UrlRules urls) {
    this.executors = executors;
    this.urls = urls;
  }

  public List<Route> routes() {
    return List.of(
        Route.get(PATH, Scope.READ, this::list),
        Route.get(PATH + "/{name}", Scope.READ, this::show),
        Route.put(PATH + "/{name}", Scope.WRITE, this::put),
        Route.delete(PATH + "/{name}", Scope.WRITE, this::delete));
  }

  private Answer list(Request request) {
    ObjectNode page = Json.object();
    ArrayNode items = page.putArray("items");
    executors.list(request.orgId()).forEach(executor -> items.add(json(executor)));
    page.putNull("next_cursor");
    return Answer.ok(page);
  }

  private Answer show(Request request) {
    return Answer.ok(json(found(executors.find(request.orgId(), request.parameter("name")))));
  }

  private Answer put(Request request) {
    String name = request.parameter("name");
    if (!NAME.matcher(name).matches()) {
      throw Problem.field(
              "name",
              "must have 1 to 63 characters of A-Z, a-z, 0-9, '.', '_' and '-', the first a letter"
                  + " or digit")
          .got(name);
    }
    String url = request.fields().only("url").requiredText("url");
    String problem = urls.problem(url);
    if (problem != null) {
      throw Problem.field("$.url", problem)
          .expected("a URL on the public network such as https://example.com/run");
    }
    return Answer.ok(json(executors.put(request.orgId(), name, url)));
  }

  private Answer delete(Request request) {
    if (!executors.delete(request.orgId(), request.parameter("name"))) {
      throw Problem.of(Code.EXECUTOR_NOT_FOUND, "there is no such executor");
    }
    return Answer.noContent();
  }

  private static Executor found(@Nullable Executor executor) {
    if (executor == null) {
      throw Problem.of(Code.EXECUTOR_NOT_FOUND, "there is no such executor");
    }
    return executor;
  }

  private static ObjectNode json(Executor executor) {
    return Json.object()
        .put("name", executor.name())
        .put("url", executor.url())
        .put("created_at", Json.instant(executor.createdAt()))
        .put("updated_at", Json.instant(executor.updatedAt()));
  }
}
