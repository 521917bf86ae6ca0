package dev.carillon.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.engine.dispatch.DispatchConfig;
import dev.carillon.engine.run.RunRecord;
import dev.carillon.engine.schedule.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** How long the history of a schedule is kept. */
class HistoryTest extends EngineFixture {

  private static final int KEPT = 5;

  @Test
  void a_running_engine_prunes_it_to_its_length_newest_kept_and_young_rows_spared() {
    Engine engine =
        start(
            Engine.on(database.pool(12)).handler("tick", new Recorder()),
            DispatchConfig.named("pruning")
                .pollInterval(Duration.ofMillis(200))
                .maxRunHistory(KEPT)
                .build());
    List<UUID> ids = new ArrayList<>();
    // A pass begins when there is something to prune: after a thousand runs.
    for (int i = 0; i < 40; i++) {
      ids.add(
          engine
              .schedules()
              .create(
                  ScheduleDraft.named("tick " + i)
                      .every(Duration.ofMillis(50))
                      .totalRepeats(30)
                      .handler("tick"))
              .id());
    }
    eventually()
        .atMost(Duration.ofMinutes(2))
        .until(() -> ids.stream().allMatch(id -> status(engine, id) == Status.DONE));
    List<UUID> before = history(engine, ids.getFirst()).stream().map(RunRecord::id).toList();
    assertThat(before).as("rows that are younger than five minutes").hasSizeGreaterThan(KEPT);

    age(ids);
    engine.schedules().create(ScheduleDraft.named("more").every(TICK).handler("tick"));
    for (int i = 0; i < 40; i++) {
      engine
          .schedules()
          .create(ScheduleDraft.named("more " + i).every(Duration.ofMillis(50)).handler("tick"));
    }
    eventually()
        .atMost(Duration.ofMinutes(2))
        .until(() -> ids.stream().allMatch(id -> history(engine, id).size() == KEPT));
    assertThat(history(engine, ids.getFirst()))
        .extracting(RunRecord::id)
        .isEqualTo(before.subList(0, KEPT));
  }

  /** Makes the rows of these schedules an hour older. */
  private static void age(List<UUID> ids) {
    for (UUID id : ids) {
      database.execute(
          "update carillon.runs set completed_at = completed_at - interval '1 hour'"
              + " where schedule_id = '%s'".formatted(id));
    }
  }
}
