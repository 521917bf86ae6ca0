package dev.carillon.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.engine.target.Handler;
import dev.carillon.engine.target.RunContext;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;

/** Notes every start before it does anything else: the oracle is the effect, not the books. */
final class Recorder implements Handler {

  /**
   * One attempt as the target saw it.
   *
   * @param at by this machine's clock, which is also the database's
   */
  record Start(
      UUID scheduleId,
      UUID runId,
      int retry,
      String key,
      Instant slot,
      long fence,
      String payload,
      Instant at) {

    static Start of(RunContext run) {
      return new Start(
          run.scheduledJobId(),
          run.runId(),
          run.retry(),
          run.key(),
          run.scheduledFor(),
          run.fence(),
          run.payload(),
          Instant.now());
    }
  }

  private final Collection<Start> starts = new ConcurrentLinkedQueue<>();
  private final Handler work;

  Recorder() {
    this(_ -> {});
  }

  Recorder(Handler work) {
    this.work = work;
  }

  @Override
  public void handle(RunContext run) throws Exception {
    starts.add(Start.of(run));
    work.handle(run);
  }

  List<Start> starts() {
    return List.copyOf(starts);
  }

  List<Start> starts(UUID scheduleId) {
    return starts.stream().filter(start -> start.scheduleId().equals(scheduleId)).toList();
  }

  int count() {
    return starts.size();
  }

  void assertNoAttemptStartedTwice() {
    assertNoAttemptStartedTwice(starts);
  }

  static void assertNoAttemptStartedTwice(Collection<Start> starts) {
    Map<String, List<Start>> byAttempt =
        starts.stream().collect(Collectors.groupingBy(s -> s.runId() + "/" + s.retry()));
    assertThat(byAttempt.values().stream().filter(same -> same.size() > 1))
        .as("attempts that started more than once")
        .isEmpty();
    Map<String, List<Start>> byKey = starts.stream().collect(Collectors.groupingBy(Start::key));
    assertThat(byKey.values().stream().filter(same -> same.size() > 1))
        .as("keys that were used more than once")
        .isEmpty();
  }

  void assertNeverEarly() {
    assertThat(starts).allSatisfy(start -> assertThat(start.at()).isAfterOrEqualTo(start.slot()));
  }
}
