package dev.carillon.server.grants;

import dev.carillon.engine.clock.Ids;
import dev.carillon.server.store.Grant;
import dev.carillon.server.store.Grants;
import dev.carillon.server.target.GraphCarrier;
import dev.carillon.server.web.Caller;
import java.util.List;
import java.util.UUID;

/** Gives a schedule that runs a graph the grant it needs, when its maker names none. */
public final class GrantIssue {

  private final Grants grants;
  private final Ids ids;

  public GrantIssue(Grants grants, Ids ids) {
    this.grants = grants;
    this.ids = ids;
  }

  /** On behalf of whoever asks, at the expense of the organization, until it is revoked. */
  public UUID to(Caller caller) {
    String principal = caller.principal().toString();
    return grants
        .create(
            caller.orgId(),
            new Grant.Draft(
                ids.next(),
                principal,
                caller.organization(),
                List.of(GraphCarrier.SCOPE),
                principal,
                null))
        .id();
  }
}
