package dev.carillon.engine;

import static org.awaitility.Awaitility.await;

import dev.carillon.engine.dispatch.DispatchConfig;
import dev.carillon.engine.run.RunRecord;
import dev.carillon.engine.schedule.Status;
import dev.carillon.engine.schedule.Timer;
import dev.carillon.engine.target.Handler;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.RegisterExtension;

/** One engine on a real database, with handlers as targets. */
abstract class EngineFixture {

  @RegisterExtension static final TestDatabase database = new TestDatabase();

  static final Duration TICK = Duration.ofMillis(100);

  private final List<Engine> engines = new ArrayList<>();

  @BeforeAll
  static void lookOften() {
    Awaitility.setDefaultPollInterval(Duration.ofMillis(10));
    Awaitility.setDefaultTimeout(Duration.ofSeconds(90));
  }

  @AfterEach
  void stop() {
    closeAll();
    database.clear();
  }

  void closeAll() {
    engines.forEach(Engine::close);
  }

  Engine start(String handler, Handler work) {
    return start(Engine.on(database.pool(12)).handler(handler, work));
  }

  Engine start(Engine.Builder builder) {
    return start(builder, Engines.config("test"));
  }

  Engine start(Engine.Builder builder, DispatchConfig config) {
    Engine engine = builder.config(config).start();
    engines.add(engine);
    return engine;
  }

  /** Far enough ahead that a slow machine has the schedule in its books before; else it refuses. */
  static Instant soon() {
    return database.now().plusSeconds(2).truncatedTo(ChronoUnit.MILLIS);
  }

  static ConditionFactory eventually() {
    return await();
  }

  static Timer timer(Engine engine, UUID id) {
    return engine.schedules().find(id).timer();
  }

  static Status status(Engine engine, UUID id) {
    return engine.schedules().find(id).schedule().status();
  }

  static List<RunRecord> history(Engine engine, UUID id) {
    return engine.schedules().history(id, 1_000);
  }
}
