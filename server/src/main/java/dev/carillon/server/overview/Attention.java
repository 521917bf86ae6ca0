package dev.carillon.server.overview;

import dev.carillon.server.schedules.ScheduleJson;
import dev.carillon.server.store.Overviews.Need;
import dev.carillon.server.store.Overviews.Needs;
import dev.carillon.server.web.Json;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What needs somebody's attention, the worst first. Each kind has a few places of its own, so that
 * a hundred schedules that died last year do not hide the one that is late now.
 */
record Attention(List<Item> items, long total) {

  static final int MOST = 50;
  private static final int PLACES_OF_EACH = 10;

  /** Why; the worst first. */
  enum Kind {
    DEAD,
    AUTO_PAUSED,
    LATE,
    FAILING,
    GRANT_EXPIRING
  }

  record Item(Kind kind, int place, Need need) {}

  Attention {
    items = List.copyOf(items);
  }

  static Attention of(Needs needs) {
    List<Item> all = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      List<Need> some = of(needs, kind);
      for (int i = 0; i < some.size(); i++) {
        all.add(new Item(kind, i, some.get(i)));
      }
    }
    long total = 0;
    for (Kind kind : Kind.values()) {
      total += of(needs, kind).stream().mapToLong(Need::total).findFirst().orElse(0);
    }
    Comparator<Item> worst = Comparator.comparing(Item::kind);
    Comparator<Item> reserved = Comparator.comparing(item -> item.place() >= PLACES_OF_EACH);
    List<Item> shown =
        all.stream()
            .sorted(reserved.thenComparing(worst))
            .limit(MOST)
            .sorted(worst.thenComparingInt(Item::place))
            .toList();
    return new Attention(shown, total);
  }

  private static List<Need> of(Needs needs, Kind kind) {
    return switch (kind) {
      case DEAD -> needs.dead();
      case AUTO_PAUSED -> needs.paused();
      case LATE -> needs.late();
      case FAILING -> needs.failing();
      case GRANT_EXPIRING -> needs.grants();
    };
  }

  void write(ArrayNode into) {
    for (Item item : items) {
      Need need = item.need();
      ObjectNode json =
          into.addObject()
              .put("kind", item.kind().name().toLowerCase(Locale.ROOT))
              .put("schedule_id", need.scheduleId().toString())
              .put("name", need.name())
              .put("since", Json.instant(need.since()))
              .put("reason", reason(item))
              .put("consecutive_failures", need.consecutiveFailures());
      ScheduleJson.lastError(json, need.lastError());
      json.put("due_at", Json.instant(need.dueAt()))
          .put("grant_id", need.grantId() == null ? null : need.grantId().toString())
          .put("expires_at", Json.instant(need.expiresAt()));
    }
  }

  /** What the engine said when it ended the schedule, or the same in words of its own. */
  private static @Nullable String reason(Item item) {
    Need need = item.need();
    return switch (item.kind()) {
      case DEAD, AUTO_PAUSED -> need.reason();
      case LATE -> "due at %s, and not begun".formatted(Json.instant(need.dueAt()));
      case FAILING ->
          need.consecutiveFailures() == 1
              ? "the latest run failed"
              : "the latest %d runs failed".formatted(need.consecutiveFailures());
      case GRANT_EXPIRING -> "its grant expires at %s".formatted(Json.instant(need.expiresAt()));
    };
  }
}
