package dev.carillon.server.web;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What a route answers. Not thread-safe. */
public final class Answer {

  private final int status;
  private final byte @Nullable [] body;
  private String type;
  private final Map<String, String> headers = new LinkedHashMap<>();
  private byte @Nullable [] keptBody;

  private Answer(int status, String type, byte @Nullable [] body) {
    this.status = status;
    this.type = type;
    this.body = body;
  }

  /**
   * @param body anything Jackson writes: a node, a map, a list
   */
  public static Answer json(int status, Object body) {
    return new Answer(status, "application/json", Json.bytes(body));
  }

  public static Answer ok(Object body) {
    return json(200, body);
  }

  /**
   * @param location where it can be looked at from now on
   */
  public static Answer created(String location, Object body) {
    return json(201, body).header("Location", location);
  }

  public static Answer noContent() {
    return new Answer(204, "", new byte[0]);
  }

  /** Who asks has the version already that there is. */
  public static Answer notModified() {
    return bytes(304, "", new byte[0]);
  }

  public static Answer text(String type, String body) {
    return bytes(200, type, body.getBytes(StandardCharsets.UTF_8));
  }

  public static Answer bytes(int status, String type, byte[] body) {
    return new Answer(status, type, body);
  }

  /** The handler has written to the context itself, or goes on doing so, such as a live stream. */
  public static Answer streamed() {
    return new Answer(200, "", null);
  }

  public Answer header(String name, String value) {
    headers.put(name, value);
    return this;
  }

  /**
   * What is kept of the body for those who ask again under the same Idempotency-Key, where the body
   * itself holds a secret, which stands nowhere but in the first answer.
   */
  public Answer keptAs(Object withoutSecret) {
    keptBody = Json.bytes(withoutSecret);
    return this;
  }

  /** Null when the answer is streamed. */
  public byte @Nullable [] keptBody() {
    return keptBody == null ? body : keptBody;
  }

  /** A strong tag: the version of what the body shows. */
  public Answer etag(long version) {
    return header("ETag", "\"" + version + "\"");
  }

  public Answer type(String contentType) {
    type = contentType;
    return this;
  }

  public int status() {
    return status;
  }

  public String type() {
    return type;
  }

  public Map<String, String> headers() {
    return headers;
  }

  /** What a body of JSON says. */
  public JsonNode content() {
    return Json.stored(new String(Objects.requireNonNull(body), StandardCharsets.UTF_8));
  }

  /** Null when the answer is streamed. */
  public byte @Nullable [] body() {
    return body;
  }
}
