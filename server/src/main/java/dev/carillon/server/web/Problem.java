package dev.carillon.server.web;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * A request that is refused, as RFC 9457 says it: what was expected, what came, where, and what to
 * do. Throw it from anywhere below a route.
 */
public final class Problem extends RuntimeException {

  private final int status;
  private final String code;
  private final String title;
  private @Nullable String field;
  private @Nullable String expected;
  private @Nullable String got;
  private @Nullable String fix;
  private @Nullable Integer column;
  private final Map<String, String> headers = new LinkedHashMap<>();

  private Problem(int status, String code, String title, String detail) {
    super(detail);
    this.status = status;
    this.code = code;
    this.title = title;
  }

  /**
   * @param detail one sentence about this very case
   */
  public static Problem of(Code code, String detail) {
    return new Problem(code.status(), code.text(), code.title(), detail);
  }

  /** A field whose value cannot be; the detail begins with the field's name. */
  public static Problem field(String path, String problem) {
    return of(Code.FIELD_INVALID, bare(path) + " " + problem).at(path);
  }

  /** A problem whose code was found elsewhere, such as in the engine's timings. */
  public static Problem coded(int status, String code, String title, String detail) {
    return new Problem(status, code, title, detail);
  }

  private static String bare(String path) {
    return path.startsWith("$.") ? path.substring(2) : path;
  }

  /** Where: a path such as {@code $.headers.accept}, or a query parameter. */
  public Problem at(String path) {
    field = path;
    return this;
  }

  /** The path it was said to be at, or null. */
  public @Nullable String where() {
    return field;
  }

  public Problem expected(String what) {
    expected = what;
    return this;
  }

  /** Where within the field's text, from 1; 0 when all of it is meant. */
  public Problem column(int place) {
    column = place == 0 ? null : place;
    return this;
  }

  public Problem got(String what) {
    got = Fields.cut(what, 100);
    return this;
  }

  /** What to do: one sentence, addressed to the person. */
  public Problem fix(String advice) {
    fix = advice;
    return this;
  }

  /** A header of the answer, such as {@code Retry-After}. */
  public Problem header(String name, String value) {
    headers.put(name, value);
    return this;
  }

  public int status() {
    return status;
  }

  public String code() {
    return code;
  }

  public Answer answer() {
    ObjectNode body = Json.object();
    body.put("type", "urn:carillon:problem:" + code)
        .put("title", title)
        .put("status", status)
        .put("detail", getMessage())
        .put("code", code)
        .put("fix", advice());
    if (field != null) {
      ObjectNode error = body.putArray("errors").addObject();
      error.put("field", bare(field)).put("path", field).put("detail", getMessage());
      error.put("expected", expected).put("got", got).put("column", column);
    } else {
      body.putArray("errors");
    }
    Answer answer = Answer.json(status, body).type("application/problem+json");
    headers.forEach(answer::header);
    return answer;
  }

  private @Nullable String advice() {
    if (fix != null) {
      return fix;
    }
    if (status == 404) {
      return "Check the id; what was deleted, or belongs to others, is not found either.";
    }
    if (expected != null && !String.valueOf(getMessage()).contains(expected)) {
      return "Give %s.".formatted(expected);
    }
    if (field == null || !(code.startsWith("field.") || code.startsWith("query."))) {
      return null;
    }
    return code.equals(Code.FIELD_MISSING.text())
        ? "Add %s.".formatted(bare(field))
        : "Correct %s, and send the request again.".formatted(bare(field));
  }

  /** A refusal is an answer, not an accident: nobody reads its stack. */
  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
