package dev.carillon.engine.schedule;

import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What a run does. */
public sealed interface Target {

  TargetKind kind();

  /** Hands the event to a workflow's executor. */
  record Workflow(String workflowId, @Nullable String triggerNodeId) implements Target {
    public Workflow {
      notBlank("workflow_id", workflowId);
    }

    @Override
    public TargetKind kind() {
      return TargetKind.WORKFLOW;
    }
  }

  /** Runs a graph under a grant; the prefix of its id names the executor. */
  record Graph(String graphId, @Nullable UUID grantId) implements Target {
    public Graph {
      notBlank("graph_id", graphId);
    }

    @Override
    public TargetKind kind() {
      return TargetKind.GRAPH;
    }
  }

  /** Puts a text into a room; a new room when none is given. */
  record Message(String agentId, @Nullable UUID roomId, PayloadKind payloadKind, String text)
      implements Target {
    public Message {
      notBlank("agent_id", agentId);
      notBlank("payload_text", text);
    }

    @Override
    public TargetKind kind() {
      return TargetKind.MESSAGE;
    }
  }

  /** Whether a message expects a response. */
  enum PayloadKind {
    MESSAGE,
    SYSTEM_EVENT
  }

  /** Calls a URL. */
  record Http(String method, String url, Map<String, String> headers) implements Target {
    public Http {
      notBlank("method", method);
      notBlank("url", url);
      headers = Map.copyOf(headers);
    }

    @Override
    public TargetKind kind() {
      return TargetKind.HTTP;
    }
  }

  /** Calls Java code registered under this name in the process that runs the engine. */
  record Handler(String name) implements Target {
    public Handler {
      notBlank("handler", name);
    }

    @Override
    public TargetKind kind() {
      return TargetKind.HANDLER;
    }
  }

  private static void notBlank(String field, String value) {
    if (value.isBlank()) {
      throw new InvalidSchedule(field, "must not be empty");
    }
  }
}
