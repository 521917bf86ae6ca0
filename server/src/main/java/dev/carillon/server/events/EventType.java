package dev.carillon.server.events;

import java.util.List;

/** The words for what can happen. */
final class EventType {

  static final String SUCCESS = "run.succeeded";

  static final List<String> ALL =
      List.of(
          "schedule.created",
          "schedule.updated",
          "schedule.paused",
          "schedule.resumed",
          "schedule.revived",
          "schedule.done",
          "schedule.dead",
          "schedule.stopped",
          "schedule.deleted",
          "schedule.late",
          SUCCESS,
          "run.failed",
          "run.skipped",
          "run.cancelled");

  /** What a webhook gets that names no types: everything but the daily bread. */
  static final List<String> NOTEWORTHY =
      ALL.stream().filter(type -> !type.equals(SUCCESS)).toList();

  private EventType() {}
}
