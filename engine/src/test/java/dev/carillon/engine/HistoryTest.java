package dev.carillon.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.engine.run.RunRecord;
import dev.carillon.engine.schedule.Status;
import dev.carillon.engine.store.ScheduleStore.Sweep;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** How long the history of a schedule is kept. */
class HistoryTest extends EngineFixture {

  @Test
  void it_is_pruned_to_its_length_newest_kept() {
    Recorder recorder = new Recorder();
    Engine engine = start("tick", recorder);
    UUID id =
        engine
            .schedules()
            .create(
                ScheduleDraft.named("tick")
                    .every(Duration.ofMillis(30))
                    .totalRepeats(30)
                    .handler("tick"))
            .id();
    eventually().until(() -> status(engine, id) == Status.DONE);
    List<UUID> before = history(engine, id).stream().map(RunRecord::id).toList();
    Sweep sweep = engine.store().sweepHistory(null, 5, 1_000);
    assertThat(sweep.next()).isNull();
    assertThat(sweep.removed()).isEqualTo(before.size() - 5);
    assertThat(history(engine, id)).extracting(RunRecord::id).isEqualTo(before.subList(0, 5));
  }
}
