package dev.carillon.server.web;

import java.util.Collection;
import java.util.EnumSet;
import java.util.Set;

/**
 * On whose behalf a request is made.
 *
 * @param orgId the organization it acts in
 * @param organization that organization's name
 * @param scopes all that it may do, those included in others too
 */
public record Caller(int orgId, String organization, Principal principal, Set<Scope> scopes) {

  public Caller {
    scopes = Set.copyOf(scopes);
  }

  /** A caller with the scopes that were granted and all those they include. */
  public static Caller of(
      int orgId, String organization, Principal principal, Collection<Scope> granted) {
    Set<Scope> all = EnumSet.noneOf(Scope.class);
    granted.forEach(scope -> all.addAll(scope.included()));
    return new Caller(orgId, organization, principal, all);
  }

  public boolean may(Scope scope) {
    return scopes.contains(scope);
  }

  public boolean agent() {
    return principal.agent();
  }
}
