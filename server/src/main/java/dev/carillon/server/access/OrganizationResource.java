package dev.carillon.server.access;

import dev.carillon.server.store.Organization;
import dev.carillon.server.store.Organizations;
import dev.carillon.server.web.Answer;
import dev.carillon.server.web.Code;
import dev.carillon.server.web.Json;
import dev.carillon.server.web.NamePage;
import dev.carillon.server.web.Problem;
import dev.carillon.server.web.Request;
import dev.carillon.server.web.Route;
import dev.carillon.server.web.Scope;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Organizations, for the operator. */
public final class OrganizationResource {

  private static final String PATH = "/api/v1/orgs";

  /** Names travel in a header and in paths. */
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._-]{0,62}");

  private final Organizations organizations;

  public OrganizationResource(Organizations organizations) {
    this.organizations = organizations;
  }

  public List<Route> routes() {
    return List.of(
        Route.get(PATH, Scope.OPERATOR, this::list),
        Route.post(PATH, Scope.OPERATOR, this::create),
        Route.get(PATH + "/{name}", Scope.OPERATOR, this::show));
  }

  /** In the order of their names. */
  private Answer list(Request request) {
    NamePage page = NamePage.of(request.query("limit", "cursor"), "orgs");
    return page.answer(
        organizations.list(page.after(), page.rows()),
        Organization::name,
        OrganizationResource::json);
  }

  private Answer create(Request request) {
    String name = request.fields().only("name").requiredText("name");
    if (!NAME.matcher(name).matches()) {
      throw Problem.field(
              "$.name",
              "must have 1 to 63 characters of a-z, 0-9, '.', '_' and '-', the first a letter or"
                  + " digit")
          .got(name);
    }
    Organization organization = organizations.create(name);
    if (organization == null) {
      throw Problem.of(
              Code.ORGANIZATION_EXISTS, "there is an organization \"%s\" already".formatted(name))
          .at("$.name")
          .fix("Choose another name.");
    }
    return Answer.created(PATH + "/" + name, json(organization));
  }

  private Answer show(Request request) {
    return Answer.ok(json(found(organizations.find(request.parameter("name")))));
  }

  private static Organization found(@Nullable Organization organization) {
    if (organization == null) {
      throw Problem.of(Code.ORGANIZATION_NOT_FOUND, "there is no organization of this name");
    }
    return organization;
  }

  private static ObjectNode json(Organization organization) {
    return Json.object()
        .put("id", organization.id())
        .put("name", organization.name())
        .put("created_at", Json.instant(organization.createdAt()));
  }
}
