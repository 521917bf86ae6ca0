package dev.carillon.server.imports;

import dev.carillon.server.schedules.ScheduleForm;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Brings what the source changed into a schedule that people may have changed, too. What a person
 * changed stays; the fields of a timing, and those of a target, are changed together or not at all.
 *
 * @param merged the definition as it shall be
 * @param taken what the source changed and is changed here
 * @param kept what the source changed and a person had changed before
 */
record Merge(ObjectNode merged, List<String> taken, List<String> kept) {

  Merge {
    taken = List.copyOf(taken);
    kept = List.copyOf(kept);
  }

  /**
   * @param before the schedule as the source had it at the last import
   * @param now as the source has it
   * @param here as it is here
   */
  static Merge of(ObjectNode before, ObjectNode now, ObjectNode here) {
    ObjectNode merged = here.deepCopy();
    List<String> taken = new ArrayList<>();
    List<String> kept = new ArrayList<>();
    for (Set<String> unit : ScheduleForm.units(before, now, here)) {
      if (ScheduleForm.same(before, now, unit) || ScheduleForm.same(here, now, unit)) {
        continue;
      }
      boolean ours = ScheduleForm.same(before, here, unit);
      for (String field : unit) {
        @Nullable JsonNode value = now.get(field);
        boolean differs = value == null ? before.has(field) : !value.equals(before.get(field));
        if (differs) {
          (ours ? taken : kept).add(field);
        }
        if (ours && value == null) {
          merged.remove(field);
        } else if (ours && value != null) {
          merged.set(field, value);
        }
      }
    }
    return new Merge(merged, taken, kept);
  }
}
