package dev.carillon.server;

import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.ContentType;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import io.javalin.util.JavalinBindException;
import java.util.Map;
import java.util.stream.Collectors;

/** HTTP. */
final class Web implements AutoCloseable {

  private static final String HOST = "127.0.0.1";

  private final Javalin javalin;

  private Web(Javalin javalin) {
    this.javalin = javalin;
  }

  /** Listens at once, also while the rest still starts. */
  static Web open(int port, Readiness readiness) {
    Javalin javalin = Javalin.create(config -> configure(config, readiness));
    try {
      return new Web(javalin.start(HOST, port));
    } catch (JavalinBindException e) {
      throw new StartException(
          ("Expected to listen on port %d of %s, but it is in use by another program. Stop that"
                  + " one, or choose another port with --port N (0 takes any free one).")
              .formatted(port, HOST),
          e);
    }
  }

  private static void configure(JavalinConfig config, Readiness readiness) {
    config.concurrency.useVirtualThreads = true;
    config.startup.showJavalinBanner = false;
    config.startup.showOldJavalinVersionWarning = false;
    config.startup.startupWatcherEnabled = false;
    config.routes.get("/healthz", context -> context.result("ok"));
    config.routes.get("/readyz", context -> answer(context, readiness.missing()));
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

  String url() {
    return "http://%s:%d".formatted(HOST, javalin.port());
  }

  @Override
  public void close() {
    javalin.stop();
  }
}
