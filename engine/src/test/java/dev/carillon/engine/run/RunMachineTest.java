package dev.carillon.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Pins what every event does in every state: a new state or event must find its row here. */
class RunMachineTest {

  static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  static final RunMachine.Rules RULES =
      new RunMachine.Rules(3, Duration.ofSeconds(300), Duration.ofSeconds(600));

  static Map<String, RunState> states() {
    Map<String, RunState> states = new LinkedHashMap<>();
    states.put("queued", new RunState.Queued());
    states.put("waiting, due", new RunState.Waiting(NOW));
    states.put("waiting, not due", new RunState.Waiting(NOW.plusMillis(1)));
    states.put("running", new RunState.Running(7, 4, NOW.minusSeconds(1), NOW.plusSeconds(9)));
    states.put("running, overdue", new RunState.Running(7, 4, NOW.minusSeconds(9), NOW));
    states.put("accepted", new RunState.Accepted(4, NOW.minusSeconds(1), NOW.plusSeconds(9)));
    states.put("accepted, overdue", new RunState.Accepted(4, NOW.minusSeconds(9), NOW));
    states.put("settled", new RunState.Settled(RunStatus.SUCCESS));
    return states;
  }

  static Map<String, RunEvent> events() {
    Map<String, RunEvent> events = new LinkedHashMap<>();
    events.put("released", new RunEvent.Released());
    events.put("started", new RunEvent.Started(7, 4, NOW.plusSeconds(600)));
    events.put("taken over", new RunEvent.TakenOver(4));
    events.put("taken over, old fence", new RunEvent.TakenOver(3));
    events.put("success", new RunEvent.Reported(4, Outcome.Success.INSTANCE));
    events.put("success, old fence", new RunEvent.Reported(3, Outcome.Success.INSTANCE));
    events.put("failure", new RunEvent.Reported(4, Outcome.Failure.of("x", "y")));
    events.put("timeout", new RunEvent.Reported(4, new Outcome.Timeout(RULES.timeout())));
    events.put("cancelled", new RunEvent.Reported(4, new Outcome.Cancelled("enough")));
    events.put("barred", new RunEvent.Reported(4, new Outcome.Barred(new RunError("g", "h"))));
    events.put("lease lost", new RunEvent.LeaseLost(7));
    events.put("lease lost, other node", new RunEvent.LeaseLost(6));
    events.put("heartbeat", new RunEvent.Heartbeat(4, NOW.plusSeconds(60)));
    events.put("heartbeat, old fence", new RunEvent.Heartbeat(3, NOW.plusSeconds(60)));
    events.put("deadline passed", new RunEvent.DeadlinePassed());
    events.put("cancel asked", new RunEvent.CancelAsked("enough"));
    return events;
  }

  @Test
  void every_state_and_event_is_pinned() throws IOException {
    List<String> table = new ArrayList<>();
    states()
        .forEach((stateName, state) ->
            events()
                .forEach((eventName, event) ->
                    table.add(
                        stateName
                            + " | "
                            + eventName
                            + " | "
                            + word(RunMachine.decide(state, 0, event, RULES, NOW)))));

    assertThat(String.join("\n", table)).isEqualTo(pinned().strip());
  }

  private static String pinned() throws IOException {
    try (var table = RunMachineTest.class.getResourceAsStream("run-machine.table")) {
      return new String(table.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void the_last_retry_settles_the_run() {
    for (RunEvent event :
        List.of(
            new RunEvent.Reported(4, Outcome.Failure.of("x", "y")),
            new RunEvent.Reported(4, new Outcome.Timeout(RULES.timeout())),
            new RunEvent.LeaseLost(7))) {
      RunState running = new RunState.Running(7, 4, NOW, NOW.plusSeconds(600));

      assertThat(RunMachine.decide(running, 2, event, RULES, NOW))
          .isInstanceOfSatisfying(
              Decision.Moved.class,
              moved -> {
                assertThat(moved.next()).isEqualTo(new RunState.Waiting(NOW.plusSeconds(1200)));
                assertThat(moved.retry()).isEqualTo(3);
              });
      assertThat(RunMachine.decide(running, 3, event, RULES, NOW))
          .isInstanceOfSatisfying(
              Decision.Moved.class,
              moved -> assertThat(moved.next()).isInstanceOf(RunState.Settled.class));
    }
  }

  @Test
  void a_retry_waits_at_least_as_long_as_the_target_asked() {
    RunState running = new RunState.Running(7, 4, NOW, NOW.plusSeconds(600));
    Outcome busy = new Outcome.Failure(new RunError("http_429", "busy"), Duration.ofSeconds(3600));
    Outcome soon = new Outcome.Failure(new RunError("http_429", "busy"), Duration.ofSeconds(1));

    assertThat(next(running, busy)).isEqualTo(new RunState.Waiting(NOW.plusSeconds(3600)));
    assertThat(next(running, soon)).isEqualTo(new RunState.Waiting(NOW.plusSeconds(300)));
  }

  @Test
  void what_a_stopping_node_handed_back_begins_again_at_once_while_retries_are_left() {
    RunState running = new RunState.Running(7, 4, NOW, NOW.plusSeconds(600));
    RunEvent back = new RunEvent.Reported(4, new Outcome.HandedBack(7));

    assertThat(RunMachine.decide(running, 2, back, RULES, NOW))
        .isEqualTo(new Decision.Moved(new RunState.Waiting(NOW), 3, new Outcome.HandedBack(7)));
    assertThat(RunMachine.decide(running, 3, back, RULES, NOW))
        .isInstanceOfSatisfying(
            Decision.Moved.class,
            moved -> assertThat(moved.next()).isEqualTo(new RunState.Settled(RunStatus.ERROR)));
  }

  private static RunState next(RunState state, Outcome outcome) {
    return ((Decision.Moved)
            RunMachine.decide(state, 0, new RunEvent.Reported(4, outcome), RULES, NOW))
        .next();
  }

  static String word(Decision decision) {
    return switch (decision) {
      case Decision.Moved moved ->
          word(moved.next()) + (moved.retry() > 0 ? ", retry " + moved.retry() : "");
      case Decision.Signalled _ -> "told to cancel";
      case Decision.Refused refused -> "refused: " + refused.why();
    };
  }

  static String word(RunState state) {
    return switch (state) {
      case RunState.Queued _ -> "queued";
      case RunState.Waiting waiting ->
          "waiting " + Duration.between(NOW, waiting.dueAt()).toSeconds() + " s";
      case RunState.Running _ -> "running";
      case RunState.Accepted _ -> "accepted";
      case RunState.Settled settled -> "settled " + settled.status();
    };
  }
}
