package dev.carillon.server.grants;

import dev.carillon.engine.clock.Ids;
import dev.carillon.server.store.Grant;
import dev.carillon.server.store.Grants;
import dev.carillon.server.target.GraphCarrier;
import dev.carillon.server.web.Caller;
import dev.carillon.server.web.Fields;
import dev.carillon.server.web.Problem;
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

  /**
   * Refuses a grant that is not there. One that is revoked or has expired is accepted: what that
   * does to a schedule is told by its runs. An agent may name only what was given to or by itself.
   */
  public void check(Fields fields, Caller caller) {
    UUID id = fields.uuid("grant_id");
    if (id == null) {
      return;
    }
    Grant grant = grants.find(caller.orgId(), id);
    String principal = caller.principal().toString();
    boolean usable =
        grant != null
            && (!caller.agent()
                || grant.userId().equals(principal)
                || grant.createdBy().equals(principal));
    if (!usable) {
      throw Problem.field(fields.path("grant_id"), "names no grant of this organization")
          .got(id.toString())
          .fix("Create one with POST /api/v1/grants, or leave grant_id out to be given one.");
    }
  }

  /** On behalf of whoever asks, at the expense of the organization, until it is revoked. */
  public UUID to(Caller caller) {
    String principal = caller.principal().toString();
    UUID id = ids.next();
    grants.create(
        caller.orgId(),
        new Grant.Draft(
            id, principal, caller.organization(), List.of(GraphCarrier.SCOPE), principal, null));
    return id;
  }

  /** For a schedule that did not come to be after all: a grant is revoked, and never deleted. */
  public void takeBack(Caller caller, UUID id) {
    grants.revoke(caller.orgId(), id, caller.principal().toString());
  }
}
