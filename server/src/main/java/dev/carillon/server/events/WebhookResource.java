package dev.carillon.server.events;

import dev.carillon.engine.clock.Ids;
import dev.carillon.server.store.Outbox;
import dev.carillon.server.store.Position;
import dev.carillon.server.store.Webhook;
import dev.carillon.server.store.WebhookDelivery;
import dev.carillon.server.store.Webhooks;
import dev.carillon.server.web.Answer;
import dev.carillon.server.web.Code;
import dev.carillon.server.web.Fields;
import dev.carillon.server.web.Json;
import dev.carillon.server.web.Page;
import dev.carillon.server.web.Problem;
import dev.carillon.server.web.Query;
import dev.carillon.server.web.Request;
import dev.carillon.server.web.Route;
import dev.carillon.server.web.Scope;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Webhooks, and what became of the events that went to them. */
public final class WebhookResource {

  private static final String PATH = "/api/v1/webhooks";
  private static final int LONGEST_URL = 2_000;
  private static final int LONGEST_DESCRIPTION = 1_000;
  private static final List<String> STATES = List.of("pending", "delivered", "dead");

  /** What is not said; there is no URL that could be. */
  private static final Webhook.Draft DEFAULT =
      new Webhook.Draft("", "", EventType.NOTEWORTHY, true, null);

  private final Webhooks webhooks;
  private final Outbox outbox;
  private final Sender sender;
  private final Ids ids;

  public WebhookResource(Webhooks webhooks, Outbox outbox, Sender sender, Ids ids) {
    this.webhooks = webhooks;
    this.outbox = outbox;
    this.sender = sender;
    this.ids = ids;
  }

  public List<Route> routes() {
    return List.of(
        Route.get(PATH, Scope.READ, this::list),
        Route.post(PATH, Scope.ADMIN, this::create),
        Route.get(PATH + "/{id}", Scope.READ, this::show),
        Route.patch(PATH + "/{id}", Scope.ADMIN, this::change),
        Route.delete(PATH + "/{id}", Scope.ADMIN, this::delete),
        Route.get(PATH + "/{id}/deliveries", Scope.READ, this::deliveries),
        Route.post(PATH + "/{id}/deliveries/{event_id}/retry", Scope.ADMIN, this::retry));
  }

  private Answer list(Request request) {
    Page page = Page.of(request.query("limit", "cursor"), "webhooks");
    return page.answer(
        webhooks.list(request.orgId(), page.after(), page.rows()),
        Webhook::id,
        WebhookResource::json);
  }

  private Answer create(Request request) {
    Fields fields = request.fields().only("url", "description", "types", "enabled");
    if (!fields.given("url")) {
      throw fields.missing("url");
    }
    Webhook.Draft draft = merged(fields, DEFAULT);
    UUID id = ids.next();
    Webhook webhook =
        webhooks.create(request.orgId(), id, request.caller().principal().toString(), draft);
    return Answer.created(PATH + "/" + id, json(webhook));
  }

  private Answer show(Request request) {
    return Answer.ok(json(find(request)));
  }

  private Answer change(Request request) {
    Fields fields = request.fields().only("url", "description", "types", "enabled");
    Webhook webhook = find(request);
    Webhook.Draft before =
        new Webhook.Draft(
            webhook.url(),
            webhook.description(),
            webhook.types(),
            webhook.active(),
            webhook.statusReason());
    Webhook changed = webhooks.replace(request.orgId(), webhook.id(), merged(fields, before));
    if (changed == null) {
      throw absent();
    }
    return Answer.ok(json(changed));
  }

  private Answer delete(Request request) {
    if (!webhooks.delete(request.orgId(), request.id("id", Code.WEBHOOK_NOT_FOUND))) {
      throw absent();
    }
    return Answer.noContent();
  }

  private Webhook find(Request request) {
    Webhook webhook = webhooks.find(request.orgId(), request.id("id", Code.WEBHOOK_NOT_FOUND));
    if (webhook == null) {
      throw absent();
    }
    return webhook;
  }

  private static Problem absent() {
    return Problem.of(Code.WEBHOOK_NOT_FOUND, "there is no such webhook");
  }

  /** What is not sent stays as before; what is null goes back to its default. */
  private Webhook.Draft merged(Fields fields, Webhook.Draft before) {
    if (fields.has("url") && !fields.given("url")) {
      throw Problem.field("$.url", "has no default that null could put back")
          .expected("a URL such as https://example.com/hook")
          .fix("Leave url out to keep it, or delete the webhook.");
    }
    String url = fields.text("url");
    String description = fields.text("description");
    boolean active = fields.bool("enabled", kept(fields, "enabled", before).active());
    String reason =
        active ? null : before.active() ? "disabled by a person" : before.statusReason();
    if (description != null && description.length() > LONGEST_DESCRIPTION) {
      throw Problem.field(
          "$.description", "must have at most %d characters".formatted(LONGEST_DESCRIPTION));
    }
    return new Webhook.Draft(
        url == null ? before.url() : checked(url),
        description == null ? kept(fields, "description", before).description() : description,
        fields.given("types") ? types(fields) : kept(fields, "types", before).types(),
        active,
        reason);
  }

  private static Webhook.Draft kept(Fields fields, String field, Webhook.Draft before) {
    return fields.has(field) ? DEFAULT : before;
  }

  private String checked(String url) {
    String problem = url.length() > LONGEST_URL ? "is too long" : sender.problem(url);
    if (problem != null) {
      // Not repeated: there may be a password in it.
      throw Problem.field("$.url", problem)
          .expected("a URL on the public network such as https://example.com/hook");
    }
    return url;
  }

  private static List<String> types(Fields fields) {
    List<String> types = fields.texts("types", 100);
    if (types == null || types.isEmpty()) {
      throw Problem.field("$.types", "must name at least one type of event");
    }
    for (String type : types) {
      if (!EventType.ALL.contains(type)) {
        throw Problem.field("$.types", "knows no type \"%s\"".formatted(type))
            .expected(String.join(", ", EventType.ALL))
            .got(type)
            .fix(Json.didYouMean(EventType.ALL, type));
      }
    }
    return List.copyOf(new LinkedHashSet<>(types));
  }

  /** Newest first. The cursor of such a list is the id of its last event. */
  private Answer deliveries(Request request) {
    Query query = request.query("state", "limit", "cursor");
    String state = query.text("state");
    if (state != null && !STATES.contains(state)) {
      throw Problem.of(Code.QUERY_INVALID, "state must be one of " + String.join(", ", STATES))
          .at("state")
          .got(state)
          .fix(Json.didYouMean(STATES, state));
    }
    int limit = query.integer("limit", 1, Page.LARGEST_LIMIT, Page.DEFAULT_LIMIT);
    Position before = before(query.text("cursor"));
    UUID webhook = find(request).id();
    List<WebhookDelivery> rows = outbox.list(request.orgId(), webhook, state, before, limit + 1);
    List<WebhookDelivery> shown = rows.size() > limit ? rows.subList(0, limit) : rows;
    ObjectNode page = Json.object();
    ArrayNode items = page.putArray("items");
    shown.forEach(row -> items.add(json(row)));
    page.put("next_cursor", rows.size() > limit ? shown.getLast().event().toString() : null);
    return Answer.ok(page);
  }

  private static Position before(@Nullable String cursor) {
    Position position = cursor == null ? Position.END : Position.parse(cursor);
    if (position == null) {
      throw Problem.of(Code.CURSOR_INVALID, "the cursor is not one that this list gave out")
          .at("cursor")
          .fix("Take next_cursor of the page before as it is, or leave it out.");
    }
    return position;
  }

  private Answer retry(Request request) {
    UUID webhook = find(request).id();
    Position event = Position.parse(request.parameter("event_id"));
    WebhookDelivery again = event == null ? null : outbox.retry(request.orgId(), webhook, event);
    if (again == null) {
      throw Problem.of(
              Code.DELIVERY_NOT_FOUND,
              "this webhook has no delivery of that event which has ended already")
          .fix("GET …/deliveries lists them; one that is pending is tried by itself.");
    }
    return Answer.json(202, json(again));
  }

  private static ObjectNode json(Webhook webhook) {
    ObjectNode json = Json.object();
    json.put("id", webhook.id().toString())
        .put("url", webhook.url())
        .put("description", webhook.description());
    ArrayNode types = json.putArray("types");
    webhook.types().forEach(types::add);
    return json.put("enabled", webhook.active())
        .put("status", webhook.active() ? "active" : "disabled")
        .put("status_reason", webhook.statusReason())
        .put("created_by", webhook.createdBy())
        .put("created_at", Json.instant(webhook.createdAt()))
        .put("updated_at", Json.instant(webhook.updatedAt()));
  }

  private static ObjectNode json(WebhookDelivery delivery) {
    boolean pending = delivery.state().equals("pending");
    return Json.object()
        .put("event_id", delivery.event().toString())
        .put("type", delivery.type())
        .put("at", Json.instant(delivery.at()))
        .put("state", delivery.state())
        .put("attempts", delivery.attempts())
        .put("next_attempt_at", pending ? Json.instant(delivery.dueAt()) : null)
        .put("ended_at", Json.instant(delivery.endedAt()))
        .put("last_status", delivery.lastStatus())
        .put("last_error", delivery.lastError());
  }
}
