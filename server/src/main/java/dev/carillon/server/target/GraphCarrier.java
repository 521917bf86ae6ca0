package dev.carillon.server.target;

import dev.carillon.engine.run.Answer;
import dev.carillon.engine.run.Outcome;
import dev.carillon.engine.run.RunError;
import dev.carillon.engine.schedule.Target;
import dev.carillon.engine.target.Carrier;
import dev.carillon.engine.target.RunContext;
import dev.carillon.server.store.Grant;
import dev.carillon.server.store.Grants;
import dev.carillon.server.web.Json;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Runs a graph under a grant. The grant is looked at before every attempt: one that was revoked or
 * has expired since the last ends the run and pauses the schedule, and nobody is called.
 */
public final class GraphCarrier implements Carrier {

  /** What a grant must allow for this. */
  public static final String SCOPE = "graph:execute";

  private final Grants grants;
  private final GrantTokens tokens;
  private final ExecutorCalls executors;

  public GraphCarrier(Grants grants, GrantTokens tokens, ExecutorCalls executors) {
    this.grants = grants;
    this.tokens = tokens;
    this.executors = executors;
  }

  @Override
  public Answer carry(RunContext run) throws InterruptedException {
    Target.Graph target = (Target.Graph) run.delivery().schedule().target();
    UUID id = target.grantId();
    Grant grant = id == null ? null : grants.find(run.delivery().schedule().orgId(), id);
    RunError bar = bar(id, grant);
    if (bar != null || grant == null) {
      return new Outcome.Barred(
          bar == null ? new RunError("grant_missing", "there is no grant " + id) : bar);
    }
    String graphId = target.graphId();
    int colon = graphId.indexOf(':');
    String executor = colon < 0 ? graphId : graphId.substring(0, colon);
    String token = tokens.token(run, grant, graphId, executor);
    return executors.call(
        run,
        executor,
        body(run, graphId),
        // A streamed answer has succeeded when it has ended, not when it has begun.
        call -> call.with(Map.of("Authorization", "Bearer " + token)).drainedToTheEnd());
  }

  /** Why nothing may run under it, or null. */
  static @Nullable RunError bar(@Nullable UUID id, @Nullable Grant grant) {
    if (id == null) {
      return new RunError(
          "grant_missing", "the schedule names no grant; set grant_id to one, and resume it");
    }
    if (grant == null) {
      return new RunError("grant_missing", "there is no grant " + id);
    }
    if (grant.revokedAt() != null) {
      return new RunError(
          "grant_revoked",
          "grant %s was revoked by %s at %s"
              .formatted(id, grant.revokedBy(), Json.instant(grant.revokedAt())));
    }
    if (grant.expired()) {
      return new RunError(
          "grant_expired", "grant %s expired at %s".formatted(id, Json.instant(grant.expiresAt())));
    }
    if (!grant.scopes().contains(SCOPE)) {
      return new RunError(
          "grant_scope",
          "grant %s does not have the scope %s; it has %s".formatted(id, SCOPE, grant.scopes()));
    }
    return null;
  }

  private static EventBody body(RunContext run, String graphId) {
    JsonNode payload = Json.stored(run.payload());
    JsonNode messages = payload.path("messages");
    JsonNode model = payload.path("model");
    return EventBody.of(run)
        .text("graph_id", graphId)
        .json("messages", messages.isMissingNode() ? "[]" : Json.text(messages))
        .json("model", model.isMissingNode() ? "\"default\"" : Json.text(model));
  }
}
