package dev.carillon.server.schedules;

import dev.carillon.engine.schedule.Target;
import dev.carillon.engine.schedule.TargetKind;
import dev.carillon.server.target.HeaderRules;
import dev.carillon.server.target.HttpCarrier;
import dev.carillon.server.target.UrlRules;
import dev.carillon.server.web.Caller;
import dev.carillon.server.web.Code;
import dev.carillon.server.web.Fields;
import dev.carillon.server.web.Names;
import dev.carillon.server.web.Problem;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads what a schedule's runs do. */
final class TargetFields {

  private static final int LONGEST_NAME = 255;
  private static final int LONGEST_TEXT = 256 * 1024;

  private final UrlRules urls;

  TargetFields(UrlRules urls) {
    this.urls = urls;
  }

  Target read(Fields fields, Caller caller) {
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

  private Target http(Fields fields) {
    String url = fields.requiredText("url");
    checkUrl(fields.path("url"), url);
    String method = fields.text("method");
    String upper = method == null ? "POST" : method.toUpperCase(Locale.ROOT);
    if (!HttpCarrier.METHODS.contains(upper)) {
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

  /** What can be told from the text; where a name leads to is checked at every delivery. */
  private void checkUrl(String path, String url) {
    String problem = urls.problem(url);
    if (problem != null) {
      throw Problem.field(path, problem)
          .expected("a URL on the public network such as https://example.com/hook");
    }
  }

  private static void checkHeaders(String path, Map<String, String> headers) {
    HeaderRules.Refusal refusal = HeaderRules.refusal(headers);
    if (refusal != null) {
      String header = refusal.header();
      throw Problem.field(header == null ? path : path + "." + header, refusal.why())
          .fix(refusal.fix());
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
    return Fields.cut(Names.cleaned(name), LONGEST_NAME - 1);
  }

  private static String firstLine(String text) {
    List<String> lines = text.strip().lines().toList();
    String line = lines.isEmpty() ? "message" : lines.getFirst();
    return line.length() > 60 ? Fields.cut(line, 59) : line;
  }
}
