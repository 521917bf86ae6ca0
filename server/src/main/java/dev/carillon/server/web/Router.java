package dev.carillon.server.web;

import dev.carillon.engine.Refused;
import dev.carillon.engine.schedule.InvalidSchedule;
import dev.carillon.engine.store.StoreException;
import dev.carillon.engine.timing.TimingException;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the route of a request, who calls and whether that one may, and turns whatever comes of it
 * into an answer. A trailing slash makes no difference.
 */
public final class Router {

  private static final Logger log = LoggerFactory.getLogger(Router.class);

  /** One step of the paths: words go before parameters. */
  private static final class Step {
    final Map<String, Step> words = new HashMap<>();
    final Map<String, Route> routes = new TreeMap<>();
    @Nullable Step parameter;
  }

  private record Found(Step step, Map<String, String> parameters) {}

  private final Step root = new Step();
  private final List<Route> routes;
  private final Authenticator authenticator;
  private final Replays replays;
  private final PageFiles page;
  private final boolean behindProxy;

  /**
   * @param page answers where there is no route
   * @param behindProxy whether the headers in which a proxy says what it was asked are believed
   */
  public Router(
      List<Route> routes,
      Authenticator authenticator,
      Replays replays,
      PageFiles page,
      boolean behindProxy) {
    this.routes = List.copyOf(routes);
    this.authenticator = authenticator;
    this.replays = replays;
    this.page = page;
    this.behindProxy = behindProxy;
    routes.forEach(this::add);
  }

  private void add(Route route) {
    Step step = root;
    for (String segment : segments(route.path())) {
      if (segment.startsWith("{")) {
        if (step.parameter == null) {
          step.parameter = new Step();
        }
        step = step.parameter;
      } else {
        step = step.words.computeIfAbsent(segment, _ -> new Step());
      }
    }
    if (step.routes.putIfAbsent(route.method(), route) != null) {
      throw new IllegalArgumentException("two routes for " + route);
    }
  }

  /** All there are, for tests that hold something against each of them. */
  public List<Route> routes() {
    return routes;
  }

  void serve(Context context) {
    Answer answer;
    try {
      answer = answer(context);
    } catch (Problem problem) {
      answer = problem.answer();
    } catch (Refused refused) {
      answer = Refusals.of(refused).answer();
    } catch (InvalidSchedule invalid) {
      answer = Refusals.of(invalid).answer();
    } catch (TimingException timing) {
      answer = Refusals.of(timing).answer();
    } catch (StoreException e) {
      log.warn("{} {} found no database: {}", context.method(), context.path(), e.getMessage());
      answer =
          Problem.of(
                  Code.DATABASE_AWAY, "the database cannot be reached, or did not answer in time")
              .fix("Ask again in a moment; what was asked may have been done.")
              .header("Retry-After", "1")
              .answer();
    } catch (Exception e) {
      log.error("{} {} failed in a way nobody thought of.", context.method(), context.path(), e);
      answer =
          Problem.of(Code.INTERNAL, "the request failed for a reason that is in the server's log")
              .fix("Tell the operator when it happened.")
              .answer();
    }
    write(context, answer);
  }

  /**
   * Answers what another part of this server asks on behalf of a caller. Scopes hold as if the
   * caller had asked over HTTP.
   *
   * @throws Problem for whatever is refused
   */
  public Answer ask(Caller caller, Inquiry inquiry) throws Exception {
    Found found = found(inquiry.path());
    Route route = route(found, inquiry.method());
    if (route.scope() != null) {
      checkAllowed(caller, route, route.scope());
    }
    Request request =
        new Request(new Envelope.Inside(inquiry), route, named(route, found.parameters()), caller);
    if (inquiry.resourceId() != null) {
      request.makesUnder(inquiry.resourceId());
    }
    try {
      return route.handler().handle(request);
    } catch (Refused refused) {
      throw Refusals.of(refused);
    } catch (InvalidSchedule invalid) {
      throw Refusals.of(invalid);
    } catch (TimingException timing) {
      throw Refusals.of(timing);
    }
  }

  private Found found(String path) {
    Found found = find(path);
    if (found == null || !known(found)) {
      throw Problem.of(Code.NOT_FOUND, "there is nothing at " + printable(path))
          .fix("/docs lists what there is.");
    }
    return found;
  }

  private static boolean known(@Nullable Found found) {
    return found != null && !found.step().routes.isEmpty();
  }

  private static Route route(Found found, String method) {
    Route route = found.step().routes.get(method.equals("HEAD") ? "GET" : method);
    if (route == null) {
      throw notAllowed(String.join(", ", new TreeSet<>(found.step().routes.keySet())));
    }
    return route;
  }

  private Answer answer(Context context) throws Exception {
    String path = context.req().getRequestURI();
    if (!known(find(path))) {
      return page(context);
    }
    Found found = found(path);
    Route route = route(found, context.req().getMethod());
    Approach approach = Approach.of(context, behindProxy);
    Caller caller = route.scope() == null ? null : caller(approach, route, route.scope());
    Envelope envelope = new Envelope.Http(context, approach, () -> authenticator.stands(approach));
    Request request = new Request(envelope, route, named(route, found.parameters()), caller);
    boolean ofTheApi = path.startsWith("/api/");
    if (ofTheApi && !route.method().equals("GET")) {
      // Before anything is done: ?dry_run=true on a call that knows none would do it.
      request.query();
    }
    Answer answer =
        caller != null && route.method().equals("POST") && asksOnce(request)
            ? replays.once(request, again -> settled(route, again))
            : route.handler().handle(request);
    if (ofTheApi && !request.askedForQuery()) {
      request.query();
    }
    return answer;
  }

  private Answer page(Context context) {
    String method = context.req().getMethod();
    boolean looks = method.equals("GET") || method.equals("HEAD");
    String path = context.req().getRequestURI();
    PageFile file = page.at(path);
    if (file == null) {
      PageFile lost = looks ? page.lost(path, context.header("Accept")) : null;
      if (lost != null) {
        return lost.answerNotFound(context.header("Accept-Encoding"));
      }
      throw Problem.of(Code.NOT_FOUND, "there is nothing at " + printable(context.path()))
          .fix("/docs lists what there is.");
    }
    if (!looks) {
      throw notAllowed("GET");
    }
    return file.answer(context.header("Accept-Encoding"), context.header("If-None-Match"));
  }

  static Problem notAllowed(String allowed) {
    return Problem.of(Code.METHOD_NOT_ALLOWED, "expected %s here".formatted(allowed))
        .fix("/docs lists what there is.")
        .header("Allow", allowed);
  }

  /** A refusal is an answer like any other: it is kept and replayed too. */
  private static Answer settled(Route route, Request request) throws Exception {
    try {
      return route.handler().handle(request);
    } catch (Problem problem) {
      return problem.answer();
    } catch (Refused refused) {
      return Refusals.of(refused).answer();
    } catch (InvalidSchedule invalid) {
      return Refusals.of(invalid).answer();
    } catch (TimingException timing) {
      return Refusals.of(timing).answer();
    }
  }

  private static boolean asksOnce(Request request) {
    return request.header("Idempotency-Key") != null;
  }

  private Caller caller(Approach approach, Route route, Scope needed) {
    Caller caller = authenticator.authenticate(approach);
    checkAllowed(caller, route, needed);
    return caller;
  }

  private static void checkAllowed(Caller caller, Route route, Scope needed) {
    if (!caller.may(needed)) {
      throw Problem.of(
              Code.SCOPE_MISSING, "this needs a token with the scope %s".formatted(needed.word()))
          .expected(needed.word())
          .fix("Ask an administrator of the organization for one.");
    }
    if (caller.agent() && !route.agents()) {
      throw Problem.of(Code.AGENT_REFUSED, "an agent manages its own schedules and no more")
          .fix("Use the token of a user.");
    }
  }

  /** Parameters are found by their place; each route has its own names for them. */
  private static Map<String, String> named(Route route, Map<String, String> byPlace) {
    Map<String, String> named = new HashMap<>();
    String[] segments = segments(route.path());
    for (int i = 0; i < segments.length; i++) {
      if (segments[i].startsWith("{")) {
        named.put(segments[i].substring(1, segments[i].length() - 1), byPlace.get("" + i));
      }
    }
    return named;
  }

  private @Nullable Found find(String path) {
    Map<String, String> parameters = new HashMap<>();
    Step step = root;
    String[] segments = segments(path);
    for (int i = 0; i < segments.length; i++) {
      String segment = decoded(segments[i]);
      Step word = segment == null ? null : step.words.get(segment);
      if (word != null) {
        step = word;
      } else if (segment != null && !segment.isEmpty() && step.parameter != null) {
        parameters.put("" + i, segment);
        step = step.parameter;
      } else {
        return null;
      }
    }
    return new Found(step, parameters);
  }

  private static String[] segments(String path) {
    String bare = path.startsWith("/") ? path.substring(1) : path;
    bare = bare.endsWith("/") ? bare.substring(0, bare.length() - 1) : bare;
    return bare.isEmpty() ? new String[0] : bare.split("/", -1);
  }

  private static @Nullable String decoded(String segment) {
    try {
      String text = URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
      return text.indexOf('\0') >= 0 ? null : text;
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static String printable(String path) {
    return Fields.cut(path, 100).replaceAll("\\p{Cntrl}", "?");
  }

  /** Javalin would make a 304 of it, even of a change that was carried out. */
  private static void writeAsItIs(Context context, byte[] body) {
    try (OutputStream out = context.outputStream()) {
      out.write(body);
    } catch (IOException e) {
      // The client has gone.
    }
  }

  static void write(Context context, Answer answer) {
    byte[] body = answer.body();
    if (body == null) {
      return;
    }
    context.status(answer.status());
    answer.headers().forEach(context::header);
    context.header("X-Content-Type-Options", "nosniff");
    if (!answer.headers().containsKey("Cache-Control")) {
      context.header("Cache-Control", "no-store");
    }
    if (!answer.type().isEmpty()) {
      context.contentType(answer.type());
    }
    if (answer.status() >= 400 && Leftovers.in(context)) {
      Leftovers.answerAndRead(context, body);
    } else if (answer.headers().containsKey("ETag") && context.header("If-None-Match") != null) {
      writeAsItIs(context, body);
    } else {
      context.result(body);
    }
  }
}
