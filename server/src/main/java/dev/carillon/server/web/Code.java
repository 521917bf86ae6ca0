package dev.carillon.server.web;

/**
 * The stable names of what can go wrong, for programs to act on. {@code docs/errors.md} explains
 * each; a test holds the two together. Timings have codes of their own, all beginning with {@code
 * timing.}.
 */
public enum Code {
  // Any request
  REQUEST_MALFORMED(400, "request.malformed", "The request is not as HTTP has it"),
  BODY_NOT_JSON(400, "body.not_json", "The body is not JSON"),
  BODY_MISSING(400, "body.missing", "The body is missing"),
  BODY_NOT_OBJECT(400, "body.not_an_object", "The body is not a JSON object"),
  BODY_DUPLICATE_KEY(400, "body.duplicate_key", "A key stands twice in the body"),
  BODY_TOO_DEEP(400, "body.too_deep", "The body is nested too deeply"),
  BODY_TOO_LARGE(413, "body.too_large", "The body is too large"),
  FIELD_UNKNOWN(422, "field.unknown", "There is no such field"),
  FIELD_MISSING(422, "field.missing", "A field is missing"),
  FIELD_INVALID(422, "field.invalid", "A field has a value that cannot be"),
  FIELD_READ_ONLY(422, "field.read_only", "This field is not set by hand"),
  PAYLOAD_TOO_LARGE(413, "payload.too_large", "The payload is too large"),
  QUERY_UNKNOWN(400, "query.unknown", "There is no such query parameter"),
  QUERY_INVALID(400, "query.invalid", "A query parameter has a value that cannot be"),
  CURSOR_INVALID(400, "cursor.invalid", "The cursor does not belong to this list"),
  NOT_FOUND(404, "not_found", "There is nothing here"),
  METHOD_NOT_ALLOWED(405, "method_not_allowed", "This method is not for this address"),
  PRECONDITION_FAILED(412, "precondition_failed", "The condition of the request does not hold"),
  INTERNAL(500, "internal", "Something went wrong inside Carillon"),
  STARTING(503, "server.starting", "Carillon is starting"),
  DATABASE_AWAY(503, "database.unavailable", "The database cannot be reached"),

  // Who is calling
  TOKEN_MISSING(401, "token.missing", "A token is needed"),
  TOKEN_INVALID(401, "token.invalid", "The token is not valid"),
  SCOPE_MISSING(403, "scope.missing", "The token does not allow this"),
  AGENT_REFUSED(403, "agent.refused", "Agents may not do this"),
  ORIGIN_REFUSED(403, "origin.refused", "Pages of other hosts may not ask this"),
  SESSION_ENDED(401, "session.ended", "The session has ended"),
  SIGN_IN_CODE_INVALID(401, "session.code_invalid", "The one-time code is not valid"),
  CSRF(403, "csrf", "This may come from another site"),
  TOO_MANY_FAILURES(429, "token.too_many_failures", "Too many wrong tokens"),
  ORGANIZATION_NOT_FOUND(404, "organization.not_found", "There is no such organization"),
  ORGANIZATION_EXISTS(409, "organization.exists", "There is such an organization already"),
  TOKEN_NOT_FOUND(404, "token.not_found", "There is no such token"),

  // Idempotency-Key
  KEY_INVALID(400, "idempotency_key.invalid", "The Idempotency-Key cannot be used"),
  KEY_IN_FLIGHT(409, "idempotency_key.in_flight", "The first request with this key is under way"),
  KEY_REUSED(422, "idempotency_key.reused", "The key was used for another request"),

  // Schedules and runs
  SCHEDULE_NOT_FOUND(404, "schedule.not_found", "There is no such schedule"),
  SCHEDULE_WRONG_STATUS(400, "schedule.wrong_status", "The schedule's status does not allow this"),
  SCHEDULE_NAME_TAKEN(409, "schedule.name_not_unique", "Several schedules have this name"),
  SCHEDULE_JOB_AMBIGUOUS(409, "schedule_job.ambiguous", "The id may mean several jobs"),
  RUN_NOT_FOUND(404, "run.not_found", "There is no such run"),
  RUN_ENDED(409, "run.ended", "The run has ended"),
  RUN_NOT_ACCEPTED(409, "run.not_accepted", "Nobody outside is at work on this run"),
  EXECUTOR_NOT_FOUND(404, "executor.not_found", "There is no such executor"),
  GRANT_NOT_FOUND(404, "grant.not_found", "There is no such grant"),
  WORKFLOW_NOT_FOUND(404, "workflow.not_found", "There is no such workflow"),
  AGENT_NOT_FOUND(404, "agent.not_found", "There is no such agent"),
  ROOM_NOT_FOUND(404, "room.not_found", "There is no such room"),

  // Imports
  IMPORT_UNREADABLE(422, "import.unreadable", "What was handed over is not what it should be"),
  IMPORT_UNREACHABLE(422, "import.redis_unreachable", "The Redis cannot be read"),

  // Events and webhooks
  EVENT_ID_INVALID(400, "event.id_invalid", "This is not the id of an event"),
  WEBHOOK_NOT_FOUND(404, "webhook.not_found", "There is no such webhook"),
  DELIVERY_NOT_FOUND(404, "delivery.not_found", "There is no such delivery to try again");

  private final int status;
  private final String text;
  private final String title;

  Code(int status, String text, String title) {
    this.status = status;
    this.text = text;
    this.title = title;
  }

  public int status() {
    return status;
  }

  public String text() {
    return text;
  }

  public String title() {
    return title;
  }
}
