package dev.carillon.simulator.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.engine.ledger.Command;
import dev.carillon.engine.ledger.Reply;
import dev.carillon.engine.run.Attempt;
import dev.carillon.engine.run.OpenRun;
import dev.carillon.engine.run.Origin;
import dev.carillon.engine.run.Outcome;
import dev.carillon.engine.run.RunRecord;
import dev.carillon.engine.run.RunState;
import dev.carillon.engine.run.RunStatus;
import dev.carillon.engine.schedule.IntervalFrom;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Slots;
import dev.carillon.engine.schedule.Status;
import dev.carillon.engine.schedule.Target;
import dev.carillon.engine.schedule.Timer;
import dev.carillon.engine.store.ScheduleStore.Entry;
import dev.carillon.engine.timing.Cron;
import dev.carillon.engine.timing.Window;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What commands do through the books. */
abstract class UpdateContract extends StoreFixture {

  UpdateContract(StoreSubject subject) {
    super(subject);
  }

  private final Owner owner = owner();
  private final Schedule schedule = everyMinute();
  private Timer timer = create(schedule);

  private Command.Open open() {
    return new Command.Open(schedule.id(), timer.slotAt(), owner.node(), owner.fence(timer));
  }

  private Attempt opened() {
    advance(MINUTE);
    store().beat(owner.node(), LEASE);
    Reply reply = update(open());
    assertThat(reply).isInstanceOf(Reply.Begin.class);
    return ((Reply.Begin) reply).attempt();
  }

  @Test
  void of_a_schedule_that_is_gone_is_refused_and_others_go_on() {
    List<Reply> replies =
        store()
            .update(
                List.of(
                    new Command.Pause(nextId(), "why"), new Command.Pause(schedule.id(), "why")));

    refused(replies.getFirst(), Reply.Reason.NO_SCHEDULE);
    assertThat(replies.getLast()).isEqualTo(new Reply.Done());
    assertThat(definition(schedule)).isEqualTo(schedule.withStatus(Status.PAUSED, "why", now()));
    assertThat(timer(schedule).slotAt()).isNull();
    assertThat(timer(schedule).revision()).isEqualTo(1);
    assertThat(store().update(List.of())).isEmpty();
  }

  @Test
  void a_change_is_made_whole_or_not_at_all() {
    Schedule other = everyMinute();
    create(other);
    Schedule fresh = everyMinute();
    Entry created = new Entry(fresh, Timer.fresh(fresh, fresh.slots().next(now())));
    Command pause = new Command.Pause(schedule.id(), "why");
    Command resume = new Command.Resume(other.id());
    Timer before = timer(schedule);

    List<Reply> replies = store().change(List.of(created), List.of(pause, resume));

    assertThat(replies.getFirst()).isEqualTo(new Reply.Done());
    refused(replies.getLast(), Reply.Reason.WRONG_STATUS);
    assertThat(timer(schedule)).isEqualTo(before);
    assertThat(definition(schedule)).isEqualTo(schedule);
    assertThat(store().schedule(fresh.orgId(), fresh.id())).isNull();

    Command pauseOther = new Command.Pause(other.id(), "why");
    assertThat(store().change(List.of(created), List.of(pause, pauseOther, resume)))
        .containsOnly(new Reply.Done());
    assertThat(definition(schedule).status()).isEqualTo(Status.PAUSED);
    assertThat(definition(other).status()).isEqualTo(Status.ACTIVE);
    assertThat(store().schedule(fresh.orgId(), fresh.id())).isEqualTo(created);
  }

  @Test
  void sees_what_the_one_before_it_did_to_the_same_schedule() {
    UUID run = nextId();
    List<Reply> replies =
        store()
            .update(
                List.of(
                    new Command.Pause(schedule.id(), "a"),
                    new Command.Pause(schedule.id(), "b"),
                    new Command.Resume(schedule.id()),
                    new Command.Trigger(schedule.id(), run, null),
                    new Command.Trigger(schedule.id(), run, null),
                    new Command.Cancel(schedule.id(), run, "no"),
                    new Command.Trigger(schedule.id(), run, null)));

    assertThat(replies.get(0)).isEqualTo(new Reply.Done());
    refused(replies.get(1), Reply.Reason.WRONG_STATUS);
    assertThat(replies.get(2)).isEqualTo(new Reply.Done());
    assertThat(replies.get(3)).isEqualTo(new Reply.Added(1));
    assertThat(replies.get(4)).isEqualTo(new Reply.Added(0));
    assertThat(replies.get(5)).isEqualTo(new Reply.Done());
    assertThat(replies.get(6)).isEqualTo(new Reply.Added(0));
    assertThat(openRuns(schedule)).isEmpty();
    assertThat(history(schedule)).extracting(RunRecord::id).containsExactly(run);
    assertThat(timer(schedule).runSeq()).isEqualTo(1);
  }

  @Test
  void opens_a_run_and_settles_it() {
    Attempt attempt = opened();
    OpenRun run = openRuns(schedule).getFirst();
    assertThat(run.state())
        .isEqualTo(
            new RunState.Running(
                owner.node(), owner.fence(timer), now(), now().plus(policies().timeout())));
    assertThat(store().openRun(ORG, run.id())).isEqualTo(run);
    assertThat(store().openRun(2, run.id())).isNull();
    assertThat(store().runningOn(owner.node())).containsExactly(run);
    assertThat(timer(schedule).openRuns()).isEqualTo(1);

    advance(Duration.ofSeconds(2));
    Command settle = new Command.Settle(attempt, Outcome.Success.INSTANCE);
    Reply settled = update(settle);
    assertThat(settled).isEqualTo(new Reply.Settled(timer(schedule).dueAt(), false));
    assertThat(timer(schedule).dueAt()).isAfter(now());
    refused(update(settle), Reply.Reason.ALREADY_SETTLED);
    assertThat(openRuns(schedule)).isEmpty();
    assertThat(store().runningOn(owner.node())).isEmpty();
    RunRecord record = history(schedule).getFirst();
    assertThat(record.status()).isEqualTo(RunStatus.SUCCESS);
    assertThat(record.duration()).isEqualTo(Duration.ofSeconds(2));
    assertThat(timer(schedule).runCount()).isEqualTo(1);
  }

  @Test
  void keeps_the_attempts_that_failed() {
    Attempt attempt = opened();
    String message = "it said \"no\" \\ \n\t… 🔔";
    assertThat(update(new Command.Settle(attempt, Outcome.Failure.of("http.500", message))))
        .isEqualTo(new Reply.Settled(timer(schedule).dueAt(), true));
    OpenRun waiting = openRuns(schedule).getFirst();
    assertThat(waiting.attempts()).hasSize(1);
    assertThat(waiting.attempts().getFirst().error().message()).isEqualTo(message);
    assertThat(waiting.attempts().getFirst().startedAt()).isEqualTo(attempt.startedAt());
    assertThat(waiting.state()).isEqualTo(new RunState.Waiting(now().plus(MINUTE)));
    assertThat(timer(schedule).lastError()).isEqualTo("http.500: " + message);
    assertThat(timer(schedule).retry()).isEqualTo(1);

    assertThat(store().dueOpenRuns(List.of(timer.shard()), now(), 9)).isEmpty();
    assertThat(store().dueOpenRuns(List.of(timer.shard()), now().plus(MINUTE), 9))
        .containsExactly(waiting);
    advance(MINUTE);
    store().beat(owner.node(), LEASE);
    Command start =
        new Command.Start(schedule.id(), attempt.runId(), owner.node(), owner.fence(timer));
    Reply.Begin begin = (Reply.Begin) update(start);
    assertThat(update(start)).isEqualTo(begin);
    update(new Command.Settle(begin.attempt(), Outcome.Success.INSTANCE));
    RunRecord settled = store().settledRun(ORG, attempt.runId());
    assertThat(settled.attempts()).isEqualTo(waiting.attempts());
    assertThat(settled.startedAt()).isEqualTo(attempt.startedAt());
    assertThat(settled.attemptStartedAt()).isEqualTo(begin.attempt().startedAt());
  }

  @Test
  void under_a_superseded_fence_is_refused() {
    Attempt attempt = opened();
    Schedule second = everyMinute();
    Timer secondTimer = create(second);
    int heir = store().join("heir", null, LEASE).node();
    bury(owner, heir);
    advance(MINUTE);
    store().beat(heir, LEASE);

    refused(
        update(new Command.Settle(attempt, Outcome.Success.INSTANCE)), Reply.Reason.LEASE_EXPIRED);
    refused(
        update(
            new Command.Open(
                second.id(), secondTimer.slotAt(), owner.node(), owner.fence(secondTimer))),
        Reply.Reason.FENCED_OFF);
    assertThat(history(schedule)).isEmpty();
    assertThat(openRuns(second)).isEmpty();
    assertThat(timer(second)).isEqualTo(secondTimer);
  }

  @Test
  void under_a_lease_that_has_run_out_is_refused() {
    advance(MINUTE);
    refused(update(open()), Reply.Reason.LEASE_EXPIRED);
    store().beat(owner.node(), LEASE);
    assertThat(update(open())).isInstanceOf(Reply.Begin.class);
  }

  @Test
  void edits_the_definition() {
    Schedule wanted =
        new Schedule(
            schedule.id(),
            ORG,
            "renamed",
            "with a description",
            new Slots(
                Cron.parse("0 9 * * 1-5", ZoneId.of("Europe/Berlin")),
                IntervalFrom.SLOT,
                new Window(now(), now().plus(Duration.ofDays(400))),
                Duration.ofSeconds(30)),
            new Target.Http("PUT", "https://example.org/x", Map.of("X-Ä", "\"quoted\"")),
            "{\"b\": 1, \"a\":[1.50, null]}",
            policies().withMaxRetries(7),
            "agent:frank",
            Status.ACTIVE,
            null,
            1,
            now(),
            now());
    assertThat(update(new Command.Edit(schedule.id(), wanted, 1L))).isEqualTo(new Reply.Done());
    refused(update(new Command.Edit(schedule.id(), wanted, 1L)), Reply.Reason.STALE_VERSION);

    Schedule after = definition(schedule);
    assertThat(after.name()).isEqualTo("renamed");
    assertThat(after.slots()).isEqualTo(wanted.slots());
    assertThat(after.target()).isEqualTo(wanted.target());
    assertThat(after.payload()).isEqualTo(wanted.payload());
    assertThat(after.policies()).isEqualTo(wanted.policies());
    assertThat(after.version()).isGreaterThan(1);
    assertThat(timer(schedule).version()).isEqualTo(after.version());
    assertThat(timer(schedule).slotAt()).isEqualTo(wanted.slots().next(now()));
  }

  @Test
  void asks_a_running_run_to_end() {
    Attempt attempt = opened();
    update(new Command.Cancel(schedule.id(), attempt.runId(), "enough"));

    assertThat(store().runningOn(owner.node())).hasSize(1);
    assertThat(store().runningOn(owner.node()).getFirst().cancelReason()).isEqualTo("enough");
  }

  @Test
  void finds_runs_whose_deadline_has_passed() {
    Attempt attempt = opened();
    Instant deadline = now().plus(policies().timeout());
    List<Integer> shards = List.of(timer.shard());
    assertThat(store().dueOpenRuns(shards, deadline.minusMillis(1), 9)).isEmpty();
    assertThat(store().dueOpenRuns(shards, deadline, 9)).hasSize(1);
    assertThat(store().dueOpenRuns(shards, deadline, 0)).isEmpty();
    assertThat(store().dueOpenRuns(List.of((timer.shard() + 1) % 64), deadline, 9)).isEmpty();

    update(new Command.TakeOver(attempt, deadline));
    assertThat(store().dueOpenRuns(shards, deadline, 9).getFirst().state())
        .isInstanceOf(RunState.Accepted.class);
    assertThat(store().runningOn(owner.node())).isEmpty();
    advance(policies().timeout());
    assertThat(update(new Command.Expire(schedule.id(), attempt.runId())))
        .isEqualTo(new Reply.Done(new Outcome.Timeout(policies().timeout())));
  }

  @Test
  void backfills_what_has_no_run_yet() {
    Instant past = now().minusSeconds(600);
    Command backfill = new Command.Backfill(schedule.id(), List.of(past, past.plusSeconds(60)));
    assertThat(update(backfill)).isEqualTo(new Reply.Added(2));
    assertThat(update(backfill)).isEqualTo(new Reply.Added(0));
    assertThat(openRuns(schedule)).extracting(OpenRun::slotAt).isSorted().hasSize(2);
    assertThat(openRuns(schedule)).extracting(OpenRun::origin).containsOnly(Origin.BACKFILL);
  }

  @Test
  void plans_no_slot_again_that_ended_without_a_start_when_the_clock_went_back() {
    advance(Duration.ofHours(3));
    store().beat(owner.node(), LEASE);
    Attempt latest = ((Reply.Begin) update(open())).attempt();
    Instant skipped = history(schedule).getFirst().skippedUntil();
    update(new Command.Cancel(schedule.id(), latest.runId(), "no"));
    update(new Command.Settle(latest, new Outcome.Cancelled("no")));
    advance(Duration.ofHours(-2));
    update(new Command.Pause(schedule.id(), "a"));
    update(new Command.Resume(schedule.id()));

    assertThat(timer(schedule).slotAt()).isAfter(skipped);
  }

  @Test
  void that_stops_a_schedule_is_seen_by_the_node_that_runs_it() {
    Attempt attempt = opened();
    update(new Command.Stop(schedule.id(), "over"));

    assertThat(store().runningOn(owner.node()))
        .singleElement()
        .satisfies(run -> {
          assertThat(run.id()).isEqualTo(attempt.runId());
          assertThat(run.cancelReason()).isEqualTo("the schedule is stopped");
        });
  }

  @Test
  void that_takes_due_slots_away_answers_those_that_nobody_has_begun() {
    advance(MINUTE.multipliedBy(2));
    store().beat(owner.node(), LEASE);
    update(new Command.Pause(schedule.id(), "a"));
    assertThat(history(schedule).getFirst().reason()).isEqualTo("paused");
    assertThat(history(schedule).getFirst().skippedSlots()).isEqualTo(2);

    Schedule begun = everyMinute();
    Timer its = create(begun);
    advance(MINUTE);
    store().beat(owner.node(), LEASE);
    assertThat(begin(owner, 1, its).get(0)).isTrue();
    update(new Command.Pause(begun.id(), "a"));
    assertThat(history(begun)).isEmpty();
    assertThat(update(new Command.Settle(owner.attempt(its, now()), Outcome.Success.INSTANCE)))
        .isEqualTo(new Reply.Settled(null, false));
    assertThat(history(begun).getFirst().status()).isEqualTo(RunStatus.SUCCESS);
  }
}
