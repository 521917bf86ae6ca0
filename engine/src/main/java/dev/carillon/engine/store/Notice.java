package dev.carillon.engine.store;

import dev.carillon.engine.run.OpenRun;
import dev.carillon.engine.run.Origin;
import dev.carillon.engine.run.RunState;
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

  /** Somebody asked for a run out of turn, and nothing keeps it from starting at once. */
  record RunAsked(int shard, int orgId, UUID scheduleId, UUID runId) implements Notice {

    /** The news of a run that was just opened, or null when it does not start at once. */
    public static @Nullable RunAsked of(OpenRun opened) {
      return opened.origin() == Origin.MANUAL
              && opened.retry() == 0
              && opened.state() instanceof RunState.Waiting
          ? new RunAsked(opened.shard(), opened.orgId(), opened.scheduleId(), opened.id())
          : null;
    }
  }

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
    List<Notice> asked = new ArrayList<>();
    for (Notice notice : notices) {
      switch (notice) {
        case ScheduleChanged _ -> changed.add(notice);
        case RunAsked _ -> asked.add(notice);
        case ManyChanged _, CancelAsked _, NodesChanged _ -> others.add(notice);
      }
    }
    if (changed.size() > MOST_CHANGED_BY_NAME) {
      others.add(new ManyChanged());
    } else {
      others.addAll(asked);
      others.addAll(changed);
    }
    return others;
  }

  /** As text: {@code s:17:id}, {@code r:17:1:id:id}, {@code m}, {@code c:4}, {@code n}. */
  default String encode() {
    return switch (this) {
      case ScheduleChanged changed -> "s:" + changed.shard() + ":" + changed.scheduleId();
      case RunAsked asked ->
          String.join(
              ":",
              "r",
              Integer.toString(asked.shard()),
              Integer.toString(asked.orgId()),
              asked.scheduleId().toString(),
              asked.runId().toString());
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
        case "r" ->
            new RunAsked(
                Integer.parseInt(parts[1]),
                Integer.parseInt(parts[2]),
                UUID.fromString(parts[3]),
                UUID.fromString(parts[4]));
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
