package dev.carillon.client;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which schedules to list; every filter given must hold. */
public record ScheduleQuery(Map<String, String> filters) {

  public ScheduleQuery {
    filters = Map.copyOf(filters);
  }

  public static ScheduleQuery all() {
    return new ScheduleQuery(Map.of());
  }

  /** The same with one filter more, such as {@code status}; none if the value is null. */
  public ScheduleQuery with(String name, @Nullable String value) {
    if (value == null) {
      return this;
    }
    Map<String, String> more = new LinkedHashMap<>(filters);
    more.put(name, value);
    return new ScheduleQuery(more);
  }
}
