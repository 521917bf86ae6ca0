package dev.carillon.server.schedules;

import dev.carillon.engine.ScheduleDraft;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.server.web.Caller;
import dev.carillon.server.web.Fields;
import dev.carillon.server.web.Json;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Schedules in JSON for those who make them by the set: read, written and compared. */
public final class ScheduleForm {

  private static final List<String> TIMING =
      List.of("cron", "timezone", "interval_seconds", "interval_from", "run_at");

  private final Drafts drafts;

  public ScheduleForm(Drafts drafts) {
    this.drafts = drafts;
  }

  /** Reads a body as it would be sent to create a schedule. */
  public ScheduleDraft draft(ObjectNode body, Caller caller, String owner) {
    return drafts.read(Fields.of(Body.named(Fields.of(body))), caller, owner);
  }

  /** What of a schedule can be set, as it would be read again from a text. */
  public static ObjectNode definition(Schedule schedule) {
    return (ObjectNode) Json.stored(Json.text(ScheduleJson.definition(schedule)));
  }

  /** Fields that make sense only together, in groups; every other field is one of its own. */
  public static List<Set<String>> units(ObjectNode... definitions) {
    List<Set<String>> units = new ArrayList<>();
    Set<String> target = new LinkedHashSet<>(List.of("target"));
    FieldNames.OF_TARGET.values().forEach(target::addAll);
    units.add(new LinkedHashSet<>(TIMING));
    units.add(target);
    Set<String> names = new LinkedHashSet<>();
    for (ObjectNode definition : definitions) {
      names.addAll(definition.propertyNames());
    }
    names.removeAll(TIMING);
    names.removeAll(target);
    names.forEach(name -> units.add(Set.of(name)));
    return units;
  }

  /** Whether two definitions have the same values in these fields. */
  public static boolean same(ObjectNode one, ObjectNode other, Set<String> fields) {
    for (String field : fields) {
      @Nullable JsonNode left = one.get(field);
      @Nullable JsonNode right = other.get(field);
      if (left == null ? right != null : !left.equals(right)) {
        return false;
      }
    }
    return true;
  }
}
