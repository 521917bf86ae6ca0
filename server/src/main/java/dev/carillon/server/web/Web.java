package dev.carillon.server.web;

import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.ContentType;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.HandlerType;
import io.javalin.http.HttpStatus;
import io.javalin.router.EndpointNotFound;
import io.javalin.util.JavalinBindException;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The HTTP server: alive at once, with routes when there is something to ask. */
public final class Web implements AutoCloseable {

  private static final String HOST = "127.0.0.1";

  private static final List<HandlerType> METHODS =
      List.of(
          HandlerType.GET,
          HandlerType.POST,
          HandlerType.PUT,
          HandlerType.PATCH,
          HandlerType.DELETE,
          HandlerType.HEAD,
          HandlerType.OPTIONS,
          HandlerType.TRACE);

  private final Javalin javalin;
  private final PageFiles page = new PageFiles();
  private volatile @Nullable Router router;

  private Web(int port, Supplier<Map<String, String>> missing) {
    javalin = Javalin.create(config -> configure(config, missing));
    javalin.start(HOST, port);
  }

  /**
   * Listens at once, also while the rest still starts.
   *
   * @param missing each part that this server lacks to do its work, and what is known of it
   */
  public static Web open(int port, Supplier<Map<String, String>> missing) {
    try {
      return new Web(port, missing);
    } catch (JavalinBindException e) {
      throw new PortInUse(
          ("Expected to listen on port %d of %s, but it is in use by another program. Stop that"
                  + " one, or choose another port with --port N (0 takes any free one).")
              .formatted(port, HOST),
          e);
    }
  }

  /** From now on there is something to ask. */
  public void serve(Router routes) {
    router = routes;
  }

  private void configure(JavalinConfig config, Supplier<Map<String, String>> missing) {
    config.concurrency.useVirtualThreads = true;
    config.startup.showJavalinBanner = false;
    config.startup.showOldJavalinVersionWarning = false;
    config.startup.startupWatcherEnabled = false;
    config.http.generateEtags = false;
    config.jetty.modifyHttpConfiguration(http -> http.setSendServerVersion(false));
    config.jetty.modifyServer(server -> server.setErrorHandler(new DoorProblems()));
    config.jetty.modifyServletContextHandler(
        handler -> handler.setErrorHandler(new DoorProblems()));
    alone(config, "/healthz", context -> context.result("ok"));
    alone(config, "/readyz", context -> answer(context, missing.get()));
    METHODS.forEach(method -> config.routes.addHttpHandler(method, "/*", this::serve));
    // Methods that nobody has heard of get an answer of the same form.
    config.routes.exception(EndpointNotFound.class, (_, context) -> serve(context));
  }

  /** Answered before there are routes, to GET and HEAD; load balancers ask with either. */
  private static void alone(JavalinConfig config, String path, Handler answer) {
    for (HandlerType method : METHODS) {
      boolean looks = method.equals(HandlerType.GET) || method.equals(HandlerType.HEAD);
      config.routes.addHttpHandler(
          method,
          path,
          looks ? answer : context -> Router.write(context, Router.notAllowed("GET").answer()));
    }
  }

  private void serve(Context context) {
    Router routes = router;
    if (routes == null) {
      // The page waits by itself, and says what for.
      PageFile file = page.at(context.req().getRequestURI());
      if (file != null && context.req().getMethod().equals("GET")) {
        Router.write(
            context,
            file.answer(context.header("Accept-Encoding"), context.header("If-None-Match")));
        return;
      }
      Router.write(
          context,
          Problem.of(Code.STARTING, "Carillon has not come up yet")
              .fix("Ask again in a second; /readyz says what is missing.")
              .header("Retry-After", "1")
              .answer());
    } else {
      routes.serve(context);
    }
  }

  /** The texts are our own and need no escaping. */
  private static void answer(Context context, Map<String, String> missing) {
    String list =
        missing.entrySet().stream()
            .map(part -> "\"%s\":\"%s\"".formatted(part.getKey(), part.getValue()))
            .collect(Collectors.joining(","));
    context
        .status(missing.isEmpty() ? HttpStatus.OK : HttpStatus.SERVICE_UNAVAILABLE)
        .contentType(ContentType.APPLICATION_JSON)
        .result("{\"ready\":%b,\"missing\":{%s}}\n".formatted(missing.isEmpty(), list));
  }

  public String url() {
    return "http://%s:%d".formatted(HOST, javalin.port());
  }

  @Override
  public void close() {
    javalin.stop();
  }
}
