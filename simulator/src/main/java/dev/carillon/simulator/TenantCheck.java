package dev.carillon.simulator;

import dev.carillon.engine.store.ScheduleStore.Entry;
import java.util.List;

/** What belongs to one organization is seen by it alone, and written for no other (I15). */
final class TenantCheck implements HistoryChecker.Check {

  private static final String TENANT = "I15 tenant";
  private static final int ALL = 1_000;

  @Override
  public void check(World world, List<Violation> violations) {
    for (Facts.Row row : world.facts.rows) {
      Life life = world.facts.lives.get(row.record().scheduleId());
      if (life != null && life.org != row.record().orgId()) {
        violations.add(
            new Violation(TENANT, life.id, "written for another organization: " + row.record()));
      }
    }
    for (int org = 1; org <= Users.ORGANIZATIONS; org++) {
      for (Entry entry : world.store.schedules(org, null, null, ALL)) {
        if (entry.schedule().orgId() != org || entry.timer().orgId() != org) {
          violations.add(
              new Violation(TENANT, entry.schedule().id(), "listed for organization " + org));
        }
      }
    }
    for (Life life : world.facts.lives.values()) {
      int other = life.org % Users.ORGANIZATIONS + 1;
      boolean seen =
          world.store.schedule(other, life.id) != null
              || !world.store.openRuns(other, life.id).isEmpty()
              || !world.store.history(other, life.id, null, 1).isEmpty();
      if (seen) {
        violations.add(new Violation(TENANT, life.id, "seen by organization " + other));
      }
    }
  }
}
