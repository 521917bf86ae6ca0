package dev.carillon.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.engine.target.RunContext;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What a clean stop leaves behind. */
class StopTest extends EngineFixture {

  @Test
  void running_work_is_given_its_time() throws Exception {
    Gate gate = new Gate();
    Engine engine = start("slow", gate);
    engine.schedules().create(ScheduleDraft.named("once").at(soon()).handler("slow"));
    gate.next();
    Thread closing = Thread.ofVirtual().start(engine::close);
    gate.open.countDown();
    assertThat(closing.join(Duration.ofSeconds(90))).isTrue();
    assertThat(database.query("select status from carillon.runs", row -> row.getString(1)))
        .containsExactly("success");
    assertThat(gate.interrupted).isEmpty();
    assertNothingIsLeft();
  }

  @Test
  void work_that_outlasts_the_grace_is_handed_back_for_another_attempt_at_once() throws Exception {
    Gate gate = new Gate();
    Engine engine = start("slow", gate);
    engine
        .schedules()
        .create(
            ScheduleDraft.named("once").at(soon()).retryDelay(Duration.ofDays(1)).handler("slow"));
    RunContext first = gate.next();
    engine.close();
    // Its thread says so at a moment of its own.
    assertThat(gate.interrupted.poll(90, TimeUnit.SECONDS)).isEqualTo("the node stops");
    assertNothingIsLeft();
    assertThat(database.query("select state from carillon.open_runs", row -> row.getString(1)))
        .containsExactly("waiting");

    Recorder second = new Recorder();
    start("slow", second);
    eventually().until(() -> second.count() == 1);
    assertThat(second.starts().getFirst().runId()).isEqualTo(first.runId());
    assertThat(second.starts().getFirst().retry()).isEqualTo(1);
  }

  private void assertNothingIsLeft() {
    assertThat(database.number("select count(*) from carillon.shards where node is not null"))
        .isZero();
    assertThat(database.number("select count(*) from carillon.intents")).isZero();
    assertThat(database.number("select count(*) from carillon.nodes where dead_at is null"))
        .isZero();
  }
}
