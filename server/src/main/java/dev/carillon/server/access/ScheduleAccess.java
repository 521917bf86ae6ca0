package dev.carillon.server.access;

import dev.carillon.engine.Engine;
import dev.carillon.engine.Schedules;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Target;
import dev.carillon.engine.store.ScheduleStore.Entry;
import dev.carillon.server.store.Tenants;
import dev.carillon.server.web.Caller;
import dev.carillon.server.web.Code;
import dev.carillon.server.web.Problem;
import dev.carillon.server.web.Request;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The schedules that a caller may touch. Others are as if they did not exist. */
public final class ScheduleAccess {

  private final Engine engine;

  public ScheduleAccess(Engine engine) {
    this.engine = engine;
  }

  /** The engine, bound to the caller's organization in the database itself. */
  public Schedules of(Caller caller) {
    return engine.schedules(Tenants.tenant(caller.orgId()));
  }

  /** The schedule that the path names. */
  public Entry entry(Request request) {
    return entry(request.caller(), request.id("id", Code.SCHEDULE_NOT_FOUND));
  }

  public Entry entry(Caller caller, UUID id) {
    Entry entry = of(caller).find(caller.orgId(), id);
    if (!manages(caller, entry.schedule())) {
      throw Problem.of(Code.SCHEDULE_NOT_FOUND, "there is no such schedule");
    }
    return entry;
  }

  /** A user manages all schedules of the organization, an agent those it owns or speaks in. */
  public static boolean manages(Caller caller, Schedule schedule) {
    return manages(caller, schedule.owner(), schedule.target());
  }

  /** The same of a schedule that is still to be written. */
  public static boolean manages(Caller caller, String owner, Target target) {
    return !caller.agent()
        || owner.equals(caller.principal().toString())
        || (target instanceof Target.Message message
            && message.agentId().equals(caller.principal().name()));
  }

  /** The agent whose token asks, or null for a user's. */
  public static @Nullable String agent(Caller caller) {
    return caller.agent() ? caller.principal().name() : null;
  }
}
