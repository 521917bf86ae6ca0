package dev.carillon.engine.store;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Tells nodes that something changed which they may hold in memory. A lost one costs time, never
 * correctness: what begins is checked in the database.
 */
public sealed interface Notice {

  /** The books of a schedule were changed by somebody else than the owner of its shard. */
  record ScheduleChanged(int shard, UUID scheduleId) implements Notice {}

  /** So many schedules were changed by one request that reading all again is cheaper. */
  record ManyChanged() implements Notice {}

  /** Somebody asked to cancel a run under way on this node, or removed it with its schedule. */
  record CancelAsked(int node) implements Notice {}

  /** Nodes came or went, or shards were given back. */
  record NodesChanged() implements Notice {}

  /** More changed schedules than this in one transaction are told of in one notice. */
  int MOST_CHANGED_BY_NAME = 64;

  /** The same news in few notices. */
  static List<Notice> condensed(Collection<? extends Notice> notices) {
    List<Notice> others = new ArrayList<>();
    List<Notice> changed = new ArrayList<>();
    for (Notice notice : notices) {
      (notice instanceof ScheduleChanged ? changed : others).add(notice);
    }
    others.addAll(changed.size() > MOST_CHANGED_BY_NAME ? List.of(new ManyChanged()) : changed);
    return others;
  }

  /** As text: {@code s:17:id}, {@code m}, {@code c:4}, {@code n}. */
  default String encode() {
    return switch (this) {
      case ScheduleChanged changed -> "s:" + changed.shard() + ":" + changed.scheduleId();
      case ManyChanged _ -> "m";
      case CancelAsked asked -> "c:" + asked.node();
      case NodesChanged _ -> "n";
    };
  }

  /** Null for a text that no version of this program writes. */
  static @Nullable Notice decode(String text) {
    String[] parts = text.split(":", -1);
    try {
      return switch (parts[0]) {
        case "s" -> new ScheduleChanged(Integer.parseInt(parts[1]), UUID.fromString(parts[2]));
        case "m" -> new ManyChanged();
        case "c" -> new CancelAsked(Integer.parseInt(parts[1]));
        case "n" -> new NodesChanged();
        default -> null;
      };
    } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
      return null;
    }
  }
}
