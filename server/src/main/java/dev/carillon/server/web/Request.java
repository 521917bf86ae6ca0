package dev.carillon.server.web;

import dev.carillon.engine.clock.Ticker;
import io.javalin.http.Context;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One request to a route. Used by one thread. */
public final class Request {

  private final Envelope envelope;
  private final Route route;
  private final Map<String, String> parameters;
  private final @Nullable Caller caller;
  private byte @Nullable [] body;
  private @Nullable UUID resourceId;
  private boolean askedForQuery;

  Request(Envelope envelope, Route route, Map<String, String> parameters, @Nullable Caller caller) {
    this.envelope = envelope;
    this.route = route;
    this.parameters = parameters;
    this.caller = caller;
  }

  /** The servlet's view, for routes that write their answer themselves. */
  public Context context() {
    return switch (envelope) {
      case Envelope.Http http -> http.context();
      case Envelope.Inside _ -> throw new IllegalStateException("nobody asked over HTTP: " + route);
    };
  }

  /** How it came in. */
  public Approach approach() {
    return switch (envelope) {
      case Envelope.Http http -> http.approach();
      case Envelope.Inside _ -> throw new IllegalStateException("nobody asked over HTTP: " + route);
    };
  }

  /** For an answer that lasts: whether its caller may still have it. */
  public Standing standing() {
    return switch (envelope) {
      case Envelope.Http http -> new Standing(Ticker.system(), http.stands());
      case Envelope.Inside _ -> throw new IllegalStateException("nobody asked over HTTP: " + route);
    };
  }

  public Route route() {
    return route;
  }

  /** Who calls; a route without a scope has no caller. */
  public Caller caller() {
    return Objects.requireNonNull(caller, "the route has no scope, and so no caller");
  }

  public int orgId() {
    return caller().orgId();
  }

  /** A parameter of the path. */
  public String parameter(String name) {
    return Objects.requireNonNull(parameters.get(name), name);
  }

  /**
   * An id in the path.
   *
   * @param absent what to say of one that cannot exist, since it is no UUID
   */
  public UUID id(String name, Code absent) {
    UUID id = Ids.parse(parameter(name));
    if (id == null) {
      throw Problem.of(absent, absent.title().toLowerCase(java.util.Locale.ROOT));
    }
    return id;
  }

  /**
   * The query, which may contain no other parameters than these; of a GET alone it may have any.
   */
  public Query query(String... known) {
    askedForQuery = true;
    return new Query(envelope.query(), List.of(known));
  }

  /** False while nobody has looked whether the query has parameters that it may not have. */
  boolean askedForQuery() {
    return askedForQuery;
  }

  public @Nullable String header(String name) {
    return envelope.header(name);
  }

  /** The body as it came, no longer than its route takes. */
  public byte[] body() {
    byte[] read = body;
    if (read == null) {
      read = envelope.body(route.largestBody());
      body = read;
    }
    return read;
  }

  /** Remembers under which id the request makes what it makes; see {@link #newId}. */
  public void makesUnder(UUID id) {
    resourceId = id;
  }

  @Nullable UUID resourceId() {
    return resourceId;
  }

  /** An id for what the request makes: the same when it is made again under its key. */
  public UUID newId(dev.carillon.engine.clock.Ids ids) {
    UUID id = resourceId;
    return id == null ? ids.next() : id;
  }

  /** The body as a JSON object. */
  public Fields fields() {
    return Fields.of(Json.read(body()));
  }

  /** The body as a JSON object, or an empty one when there is no body. */
  public Fields optionalFields() {
    return body().length == 0 ? Fields.of(Json.object()) : fields();
  }
}
