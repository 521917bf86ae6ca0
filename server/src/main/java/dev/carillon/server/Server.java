package dev.carillon.server;

import com.zaxxer.hikari.HikariDataSource;
import dev.carillon.engine.Engine;
import dev.carillon.engine.clock.Dice;
import dev.carillon.engine.clock.Ticker;
import dev.carillon.engine.clock.WallClock;
import dev.carillon.engine.store.StoreException;
import dev.carillon.postgres.EmbeddedPostgresException;
import dev.carillon.server.access.OperatorToken;
import dev.carillon.server.access.Secret;
import dev.carillon.server.access.SignInCode;
import dev.carillon.server.config.Configuration;
import dev.carillon.server.config.Setting;
import dev.carillon.server.store.LookRoom;
import dev.carillon.server.store.ServerSchema;
import dev.carillon.server.store.Tenants;
import dev.carillon.server.target.WebhookSender;
import dev.carillon.server.trace.Traceparent;
import dev.carillon.server.trace.Tracing;
import dev.carillon.server.web.PortInUse;
import dev.carillon.server.web.Router;
import dev.carillon.server.web.Web;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One Carillon: its data directory, its database, the engine, and HTTP in front. */
final class Server implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Server.class);

  private static final int DEFAULT_FAILURES_PER_MINUTE = 10;

  private final Configuration configuration;
  private final UnaryOperator<Engine.Builder> extension;
  private final int failuresPerMinute;
  private final Readiness readiness = new Readiness();

  /** What has been started and must be stopped, the last first. */
  private final Deque<AutoCloseable> parts = new ArrayDeque<>();

  private String readyLine = "";
  private String signInLink = "";
  private String url = "";
  private @Nullable Router router;
  private volatile boolean started;

  Server(Configuration configuration) {
    this(configuration, UnaryOperator.identity(), DEFAULT_FAILURES_PER_MINUTE);
  }

  /**
   * The same with handlers of one's own.
   *
   * @param extension adds to the engine before it starts
   * @param failuresPerMinute wrong tokens of one address before it has to wait
   */
  Server(
      Configuration configuration, UnaryOperator<Engine.Builder> extension, int failuresPerMinute) {
    this.configuration = configuration;
    this.extension = extension;
    this.failuresPerMinute = failuresPerMinute;
  }

  /**
   * Returns when everything works.
   *
   * @throws StartException if it does not; then nothing is left running
   */
  void start() {
    // Loading the HTTP server takes about as long as PostgreSQL takes to start.
    CompletableFuture<Web> opening =
        CompletableFuture.supplyAsync(
            () -> Web.open(configuration.port(), readiness::missing), Thread.ofPlatform()::start);
    try {
      DataPlace place = keep(DataPlace.open(configuration));
      HikariDataSource pool = keep(Pool.open(place.database()));
      ServerSchema.migrate(pool);
      Tenants tenants = new Tenants(pool);
      LookRoom room = keep(new LookRoom(Ticker.system()));
      Tracing tracing = keep(Tracing.of(configuration));
      Targets targets =
          keep(
              new Targets(
                  place.directory(),
                  configuration.value(Setting.ALLOW_PRIVATE_TARGETS),
                  tenants,
                  pool,
                  _ -> Traceparent.headers()));
      Engine engine = keep(startEngine(pool, place, targets, tracing));
      readiness.watch(engine);
      Secret operator = OperatorToken.in(place.directory(), Dice.system());
      SignInCode code = new SignInCode(Ticker.system(), Dice.system());
      Web web = keep(opening.join());
      // Both stopped before HTTP, which would wait for their streams.
      keep(targets.streams());
      Live live =
          keep(
              new Live(
                  configuration,
                  engine,
                  tenants,
                  new WebhookSender(WallClock.system(), targets.sender(), targets.keys()),
                  targets.keys().marks(),
                  () -> Pool.figures(pool)));
      Router made =
          new Application(
                  engine,
                  tenants,
                  operator,
                  code,
                  failuresPerMinute,
                  configuration,
                  Main.version(),
                  targets,
                  room,
                  live.routes())
              .router();
      web.serve(made);
      readiness.awaitJoined(engine);
      router = made;
      url = web.url();
      // For the command line on this machine, which finds the operator's token beside it.
      Files.writeString(place.directory().resolve("server.url"), url + "\n");
      readyLine = "Carillon is ready at %s (%s)".formatted(web.url(), place.describe());
      signInLink = code.link(web.url());
      started = true;
    } catch (Throwable e) {
      stopEarly(opening);
      throw asStartException(e);
    }
  }

  private Engine startEngine(
      HikariDataSource pool, DataPlace place, Targets targets, Tracing tracing) {
    Engine.Builder builder =
        Engine.on(pool)
            .config(configuration.dispatch("server", place.id()))
            .enabled(configuration.value(Setting.ENABLED));
    targets.carriers().forEach((kind, carrier) -> builder.carrier(kind, tracing.traced(carrier)));
    return extension.apply(builder).start();
  }

  private <T extends AutoCloseable> T keep(T part) {
    parts.push(part);
    return part;
  }

  private void stopEarly(CompletableFuture<Web> opening) {
    try {
      Web web = opening.join();
      if (!parts.contains(web)) {
        web.close();
      }
    } catch (CompletionException e) {
      log.debug("HTTP had not been opened.", e);
    }
    close();
  }

  private static RuntimeException asStartException(Throwable e) {
    return switch (e) {
      case StartException known -> known;
      case CompletionException wrapped when wrapped.getCause() instanceof PortInUse known ->
          new StartException(String.valueOf(known.getMessage()), known);
      case IOException known ->
          new StartException(
              "Expected to be able to write into the data directory, but: %s. Give this user access"
                      .formatted(known)
                  + " to it.",
              known);
      case CompletionException wrapped when wrapped.getCause() instanceof StartException known ->
          known;
      case EmbeddedPostgresException known ->
          new StartException(String.valueOf(known.getMessage()), known);
      case StoreException known ->
          new StartException(
              "The database does not work as expected: " + known.getMessage() + ".", known);
      case Error error -> throw error;
      default -> {
        log.error("The server could not start, for a reason nobody thought of.", e);
        yield new StartException("The server could not start: " + e, e);
      }
    };
  }

  boolean hasStarted() {
    return started;
  }

  String url() {
    return url;
  }

  Router router() {
    return Objects.requireNonNull(router, "the server has not started");
  }

  String readyLine() {
    return readyLine;
  }

  /** Signs whoever opens it in as the operator, once. Never to be logged. */
  String signInLink() {
    return signInLink;
  }

  /** HTTP, then the engine with its grace, the connections, the database, the directory. */
  @Override
  public void close() {
    while (!parts.isEmpty()) {
      AutoCloseable part = parts.pop();
      try {
        part.close();
      } catch (Exception e) {
        log.warn("Stopping {} failed; the rest is stopped all the same.", part, e);
      }
    }
  }
}
