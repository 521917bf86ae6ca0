package dev.carillon.server.web;

import dev.carillon.engine.Refused;
import dev.carillon.engine.schedule.InvalidSchedule;
import dev.carillon.engine.timing.TimingException;

/** What the engine refuses, said as a problem. */
public final class Refusals {

  private Refusals() {}

  public static Problem of(Refused refused) {
    Code code =
        switch (refused.reason()) {
          case NO_SCHEDULE -> Code.SCHEDULE_NOT_FOUND;
          case WRONG_STATUS -> Code.SCHEDULE_WRONG_STATUS;
          case NO_SLOT -> Code.FIELD_INVALID;
          case STALE_VERSION -> Code.PRECONDITION_FAILED;
          case NO_RUN -> Code.RUN_NOT_FOUND;
          case ALREADY_SETTLED -> Code.RUN_ENDED;
          case FENCED_OFF, LEASE_EXPIRED, NOT_DUE -> Code.RUN_NOT_ACCEPTED;
        };
    String detail =
        code == Code.SCHEDULE_NOT_FOUND
            ? "there is no such schedule"
            : String.valueOf(refused.getMessage());
    Problem problem = Problem.of(code, detail);
    return switch (refused.reason()) {
      case STALE_VERSION -> problem.fix("Read it again, and send the change with its new ETag.");
      case WRONG_STATUS ->
          problem.fix(
              "Only what is active can be paused, only what is paused resumed, only what is dead"
                  + " or done revived; what is stopped stays so.");
      case FENCED_OFF, LEASE_EXPIRED, NOT_DUE ->
          problem.fix("Look at the run: its state and its attempts say who is at work on it.");
      case ALREADY_SETTLED -> ended(detail);
      case NO_SCHEDULE, NO_SLOT, NO_RUN -> problem;
    };
  }

  /** For whatever would change a run that has ended. */
  public static Problem ended(String detail) {
    return Problem.of(Code.RUN_ENDED, detail)
        .fix("Look at it with GET /api/v1/runs/{id}; to run it again, trigger its schedule.");
  }

  public static Problem of(InvalidSchedule invalid) {
    return of(invalid, "$");
  }

  /**
   * @param path where in the body the schedule stands
   */
  public static Problem of(InvalidSchedule invalid, String path) {
    String message = String.valueOf(invalid.getMessage());
    String field = invalid.field();
    String problem =
        message.startsWith(field + " ") ? message.substring(field.length() + 1) : message;
    return Problem.field(path + "." + field, problem);
  }

  public static Problem of(TimingException timing) {
    return of(timing, "$");
  }

  /**
   * @param path where in the body the schedule stands
   */
  public static Problem of(TimingException timing, String path) {
    String field =
        switch (timing.field()) {
          case "timezone", "run_at", "start_at", "end_at", "count" -> timing.field();
          case "interval", "anchor" -> "interval_seconds";
          default -> "cron";
        };
    return at(timing, path + "." + field);
  }

  /**
   * @param place the path of the field itself, where it has another name than a schedule's
   */
  public static Problem at(TimingException timing, String place) {
    return Problem.coded(
            422, timing.code(), "The timing cannot be", String.valueOf(timing.getMessage()))
        .at(place)
        .column(timing.column())
        .expected(timing.expected())
        .got(timing.got())
        .fix(timing.fix());
  }
}
