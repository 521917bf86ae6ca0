package dev.carillon.server.schedules;

import dev.carillon.engine.schedule.Target;
import dev.carillon.engine.schedule.TargetKind;
import dev.carillon.server.web.Caller;
import dev.carillon.server.web.Code;
import dev.carillon.server.web.Fields;
import dev.carillon.server.web.Problem;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads what a schedule's runs do. */
final class TargetFields {

  private static final int LONGEST_NAME = 255;
  private static final int LONGEST_TEXT = 256 * 1024;
  private static final int LONGEST_URL = 2_000;
  private static final int MOST_HEADERS = 64;
  private static final int MOST_HEADER_CHARACTERS = 16 * 1024;

  private static final Set<String> METHODS =
      Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE");

  private static final Pattern HEADER_NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}");
  private static final Pattern HEADER_VALUE = Pattern.compile("[\\t\\x20-\\x7e\\x80-\\uffff]*");

  /** What the delivery itself says. */
  private static final Set<String> OUR_HEADERS =
      Set.of(
          "host",
          "content-length",
          "transfer-encoding",
          "connection",
          "keep-alive",
          "upgrade",
          "te",
          "trailer",
          "expect",
          "webhook-id",
          "webhook-timestamp",
          "webhook-signature",
          "idempotency-key",
          "traceparent",
          "tracestate");

  /** No credential stands in any column. */
  private static final Set<String> CREDENTIALS =
      Set.of(
          "authorization", "proxy-authorization", "cookie", "set-cookie", "x-api-key", "api-key");

  private TargetFields() {}

  static Target read(Fields fields, Caller caller) {
    TargetKind kind = Body.target(fields);
    if (kind == null) {
      throw Problem.of(Code.FIELD_MISSING, "the schedule does not say what a run does")
          .at(fields.path("target"))
          .expected("workflow_id, graph_id, agent_id with payload_text, url, or handler")
          .fix("Give the fields of one target; they imply its kind.");
    }
    return switch (kind) {
      case WORKFLOW ->
          new Target.Workflow(required(fields, "workflow_id"), optional(fields, "trigger_node_id"));
      case GRAPH -> new Target.Graph(required(fields, "graph_id"), fields.uuid("grant_id"));
      case MESSAGE -> message(fields, caller);
      case HTTP -> http(fields);
      case HANDLER -> new Target.Handler(required(fields, "handler"));
    };
  }

  private static Target message(Fields fields, Caller caller) {
    String agent = optional(fields, "agent_id");
    if (agent == null && caller.agent()) {
      agent = caller.principal().name();
    }
    if (agent == null) {
      throw fields.missing("agent_id");
    }
    if (caller.agent() && !agent.equals(caller.principal().name())) {
      throw Problem.of(Code.AGENT_REFUSED, "an agent schedules messages to itself only")
          .at(fields.path("agent_id"))
          .expected(caller.principal().name())
          .got(agent);
    }
    String text = fields.requiredText("payload_text");
    if (text.length() > LONGEST_TEXT) {
      throw Problem.field(
          fields.path("payload_text"), "must have at most %d characters".formatted(LONGEST_TEXT));
    }
    Target.PayloadKind kind = fields.word("payload_kind", Target.PayloadKind.class);
    return new Target.Message(
        agent, fields.uuid("room_id"), kind == null ? Target.PayloadKind.MESSAGE : kind, text);
  }

  private static Target http(Fields fields) {
    String url = fields.requiredText("url");
    checkUrl(fields.path("url"), url);
    String method = fields.text("method");
    String upper = method == null ? "POST" : method.toUpperCase(Locale.ROOT);
    if (!METHODS.contains(upper)) {
      throw Problem.field(
              fields.path("method"), "must be one of GET, HEAD, POST, PUT, PATCH and DELETE")
          .got(upper);
    }
    Map<String, String> headers = fields.map("headers");
    if (headers != null) {
      checkHeaders(fields.path("headers"), headers);
    }
    return new Target.Http(upper, url, headers == null ? Map.of() : headers);
  }

  /** What can be told from the text; where it leads to is checked at every delivery. */
  static void checkUrl(String path, String url) {
    Problem problem =
        Problem.field(path, "must be a URL such as https://example.com/hook")
            .expected("http:// or https://, a host, no user or password, no fragment")
            .got(url);
    try {
      URI uri = new URI(url);
      String scheme = uri.getScheme();
      boolean web = "http".equalsIgnoreCase(scheme) || "https".equalsIgnoreCase(scheme);
      boolean good =
          web
              && uri.getHost() != null
              && uri.getRawUserInfo() == null
              && uri.getRawFragment() == null
              && uri.getPort() <= 65_535
              && url.length() <= LONGEST_URL;
      if (!good) {
        throw problem;
      }
    } catch (URISyntaxException e) {
      throw problem;
    }
  }

  private static void checkHeaders(String path, Map<String, String> headers) {
    int characters = 0;
    for (Map.Entry<String, String> header : headers.entrySet()) {
      String name = header.getKey();
      String where = path + "." + name;
      if (!HEADER_NAME.matcher(name).matches()) {
        throw Problem.field(path, "contains a name that is no HTTP header's").got(name);
      }
      if (!HEADER_VALUE.matcher(header.getValue()).matches()) {
        throw Problem.field(where, "must not contain line breaks or control characters");
      }
      String lower = name.toLowerCase(Locale.ROOT);
      if (OUR_HEADERS.contains(lower)) {
        throw Problem.field(where, "is set by the delivery itself").fix("Leave it out.");
      }
      if (CREDENTIALS.contains(lower)) {
        throw Problem.field(where, "would be a credential, and none is stored")
            .fix("Check the signature that comes with every delivery instead; see docs/api.md.");
      }
      characters += name.length() + header.getValue().length();
    }
    if (headers.size() > MOST_HEADERS || characters > MOST_HEADER_CHARACTERS) {
      throw Problem.field(
          path,
          "must be at most %d headers with %d characters in all"
              .formatted(MOST_HEADERS, MOST_HEADER_CHARACTERS));
    }
  }

  private static String required(Fields fields, String name) {
    String value = optional(fields, name);
    if (value == null) {
      throw fields.missing(name);
    }
    return value;
  }

  private static @Nullable String optional(Fields fields, String name) {
    String value = fields.name(name);
    if (value != null && (value.isBlank() || value.length() > LONGEST_NAME)) {
      throw Problem.field(fields.path(name), "must have 1 to %d characters".formatted(LONGEST_NAME))
          .got(value);
    }
    return value;
  }

  /** What a schedule is called that was given no name. */
  static String nameOf(Target target) {
    String name =
        switch (target) {
          case Target.Workflow workflow -> workflow.workflowId();
          case Target.Graph graph -> graph.graphId();
          case Target.Message message -> firstLine(message.text());
          case Target.Http http -> http.method() + " " + http.url();
          case Target.Handler handler -> handler.name();
        };
    return name.length() > LONGEST_NAME ? name.substring(0, LONGEST_NAME) : name;
  }

  private static String firstLine(String text) {
    List<String> lines = text.strip().lines().toList();
    String line = lines.isEmpty() ? "message" : lines.getFirst();
    return line.length() > 60 ? line.substring(0, 59) + "…" : line;
  }
}
