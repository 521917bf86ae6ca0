package dev.carillon.client;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What the server said when it refused (RFC 9457).
 *
 * @param status the HTTP status
 * @param code stable, for programs; {@code docs/errors.md} explains each
 * @param detail one sentence about this very case
 * @param fix what to do; null where there is no advice
 * @param field which field or parameter is meant; null when none
 * @param expected what could stand there
 * @param got what stood there
 * @param column where in the field's text, from 1; null when all of it is meant
 */
public record Problem(
    int status,
    String code,
    String detail,
    @Nullable String fix,
    @Nullable String field,
    @Nullable String expected,
    @Nullable String got,
    @Nullable Long column) {

  static Problem of(int status, JsonNode json) {
    JsonNode errors = json.get("errors");
    JsonNode error = errors == null || errors.isEmpty() ? Json.object() : errors.get(0);
    return new Problem(
        status,
        Json.string(json, "code"),
        Json.string(json, "detail"),
        Json.text(json, "fix"),
        Json.text(error, "field"),
        Json.text(error, "expected"),
        Json.text(error, "got"),
        Json.longOrNull(error, "column"));
  }

  /** An answer that is none of the server's own, such as a proxy's. */
  static Problem foreign(int status, String body) {
    String start = body.strip().lines().findFirst().orElse("");
    return new Problem(
        status,
        "http." + status,
        "expected an answer of Carillon, got HTTP %d%s"
            .formatted(
                status,
                start.isEmpty() ? "" : ": " + start.substring(0, Math.min(100, start.length()))),
        "Check that the address is a Carillon server's.",
        null,
        null,
        null,
        null);
  }
}
