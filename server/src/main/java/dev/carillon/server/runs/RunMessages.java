package dev.carillon.server.runs;

import dev.carillon.server.store.Messages;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/** Says which message a run put into a room. */
public final class RunMessages {

  private final Messages messages;

  public RunMessages(Messages messages) {
    this.messages = messages;
  }

  /** Fills in {@code message_id} of runs in JSON; a run that put none keeps null. */
  void fill(int orgId, Collection<ObjectNode> runs) {
    List<UUID> ids = runs.stream().map(RunMessages::id).toList();
    Map<UUID, UUID> byRun = messages.ofRuns(orgId, ids);
    for (ObjectNode run : runs) {
      UUID message = byRun.get(id(run));
      if (message != null) {
        run.put("message_id", message.toString());
      }
    }
  }

  private static UUID id(ObjectNode run) {
    return UUID.fromString(run.get("id").stringValue());
  }
}
