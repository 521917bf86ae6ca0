package dev.carillon.cli.verbs;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

/** What a run does: one kind of target, with its own flags. */
final class TargetFlags {

  @Option(names = "--workflow", paramLabel = "ID", description = "starts this workflow")
  private @Nullable String workflow;

  @Option(names = "--trigger-node", paramLabel = "ID", description = "at this node of it")
  private @Nullable String triggerNode;

  @Option(names = "--graph", paramLabel = "ID", description = "runs a graph: langgraph:poet")
  private @Nullable String graph;

  @Option(names = "--grant", paramLabel = "ID", description = "under this grant")
  private @Nullable String grant;

  @Option(names = "--agent", paramLabel = "NAME", description = "writes to this agent")
  private @Nullable String agent;

  @Option(names = "--message", paramLabel = "TEXT", description = "what it is told")
  private @Nullable String message;

  @Option(names = "--room", paramLabel = "ID", description = "in this room (a new one)")
  private @Nullable String room;

  @Option(names = "--system-event", description = "as an event that needs no answer")
  private boolean systemEvent;

  @Option(names = "--url", paramLabel = "URL", description = "calls this address")
  private @Nullable String url;

  @Option(names = "--method", paramLabel = "METHOD", description = "with this method (POST)")
  private @Nullable String method;

  @Option(
      names = "--header",
      paramLabel = "NAME:VALUE",
      description = "with this header; may be given several times")
  private List<String> headers = new ArrayList<>();

  @Option(names = "--handler", paramLabel = "NAME", description = "code in your own program")
  private @Nullable String handler;

  @Option(
      names = "--payload",
      paramLabel = "JSON",
      description = "what every run is given, or @FILE")
  private @Nullable String payload;

  void put(ObjectNode body, Path directory) {
    check();
    Values.text(body, "workflow_id", workflow);
    Values.text(body, "trigger_node_id", triggerNode);
    Values.text(body, "graph_id", graph);
    Values.text(body, "grant_id", grant);
    Values.text(body, "agent_id", agent);
    Values.text(body, "payload_text", message);
    Values.text(body, "room_id", room);
    Values.text(body, "payload_kind", systemEvent ? "system_event" : null);
    Values.text(body, "url", url);
    Values.text(body, "method", method);
    Values.text(body, "handler", handler);
    if (!headers.isEmpty()) {
      ObjectNode fields = body.putObject("headers");
      headers.forEach(header -> header(fields, header));
    }
    if (payload != null) {
      body.set("payload", Values.payload(payload, directory));
    }
  }

  private static void header(ObjectNode fields, String header) {
    int colon = header.indexOf(':');
    if (colon < 1) {
      throw new Usage("--header: expected NAME:VALUE, got \"%s\"".formatted(header));
    }
    fields.put(header.substring(0, colon).strip(), header.substring(colon + 1).strip());
  }

  private List<String> kinds() {
    List<String> kinds = new ArrayList<>();
    add(kinds, workflow != null || triggerNode != null, "--workflow");
    add(kinds, graph != null || grant != null, "--graph");
    boolean speaks = message != null || room != null || systemEvent;
    add(kinds, agent != null || speaks, agent == null ? "--message" : "--agent");
    add(kinds, url != null || method != null || !headers.isEmpty(), "--url");
    add(kinds, handler != null, "--handler");
    return kinds;
  }

  private static void add(List<String> kinds, boolean given, String flag) {
    if (given) {
      kinds.add(flag);
    }
  }

  private void check() {
    List<String> kinds = kinds();
    if (kinds.size() > 1) {
      throw new Usage(
          "a schedule has one target, and the flags name %d: %s"
              .formatted(kinds.size(), String.join(", ", kinds)));
    }
  }

  /** For a new schedule the target must be whole. */
  void require() {
    List<String> kinds = kinds();
    if (kinds.isEmpty()) {
      throw new Usage(
          """
          expected what to do: --workflow ID, --graph ID, --agent NAME --message TEXT, --url URL \
          or --handler NAME\
          """);
    }
    require(triggerNode != null && workflow == null, "--trigger-node needs --workflow");
    require(grant != null && graph == null, "--grant needs --graph");
    require(url == null && kinds.contains("--url"), "--method and --header need --url");
    boolean toAgent = kinds.contains("--agent") || kinds.contains("--message");
    require(
        toAgent && message == null,
        payload == null
            ? "--agent needs --message TEXT, which is what the agent is told"
            : "what an agent is told is --message TEXT; --payload is for the other targets");
  }

  private static void require(boolean wrong, String message) {
    if (wrong) {
      throw new Usage(message);
    }
  }
}
