package dev.carillon.simulator.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.engine.ledger.Command;
import dev.carillon.engine.ledger.Reply;
import dev.carillon.engine.schedule.IntervalFrom;
import dev.carillon.engine.schedule.Policies;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Slots;
import dev.carillon.engine.schedule.Status;
import dev.carillon.engine.schedule.Target;
import dev.carillon.engine.schedule.Timer;
import dev.carillon.engine.store.ScheduleStore.Deletion;
import dev.carillon.engine.store.ScheduleStore.Entry;
import dev.carillon.engine.timing.Cron;
import dev.carillon.engine.timing.Interval;
import dev.carillon.engine.timing.Once;
import dev.carillon.engine.timing.Window;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** How schedules are kept, listed and deleted. */
abstract class ScheduleContract extends StoreFixture {

  ScheduleContract(StoreSubject subject) {
    super(subject);
  }

  @Test
  void is_kept_as_it_was_given_whatever_its_timing_and_target() {
    List<Target> targets =
        List.of(
            new Target.Workflow("wf-1", "trigger-1"),
            new Target.Workflow("wf-1", null),
            new Target.Graph("langgraph:poet", nextId()),
            new Target.Graph("langgraph:poet", null),
            new Target.Message("frank", nextId(), Target.PayloadKind.SYSTEM_EVENT, "go on"),
            new Target.Message("frank", null, Target.PayloadKind.MESSAGE, "hello"),
            new Target.Http("POST", "https://example.org", Map.of()),
            new Target.Http("POST", "https://example.org", Map.of("A", "1", "B", "zwei\n")),
            new Target.Handler("report"));
    List<Slots> slots =
        List.of(
            Slots.of(new Interval(MINUTE, now())),
            new Slots(
                new Interval(Duration.ofMillis(1_500), now()),
                IntervalFrom.COMPLETION,
                new Window(null, now().plusSeconds(10_000)),
                Duration.ofSeconds(3)),
            Slots.of(new Once(now().plusSeconds(99))),
            Slots.of(Cron.parse("*/5 * * * *", ZoneOffset.UTC)),
            Slots.of(Cron.parse("0 30 2 L * ?", ZoneId.of("America/New_York"))));
    for (Target target : targets) {
      for (Slots one : slots) {
        Schedule wanted =
            new Schedule(
                nextId(),
                ORG,
                "name",
                "text",
                one,
                target,
                "{\"z\":1,  \"a\":\"\\u0041\"}",
                Policies.defaultsFor(target.kind()),
                "user:ada",
                Status.PAUSED,
                "because",
                3,
                now(),
                now().plusSeconds(1));
        Timer timer = create(wanted);
        assertThat(store().schedule(ORG, wanted.id())).isEqualTo(new Entry(wanted, timer));
      }
    }
  }

  @Test
  void is_refused_when_its_id_exists_and_none_of_its_batch_is_created() {
    Schedule there = everyMinute();
    create(there);
    Schedule fresh = everyMinute();
    List<Entry> entries =
        List.of(
            new Entry(fresh, Timer.fresh(fresh, null)), new Entry(there, Timer.fresh(there, null)));

    assertThatThrownBy(() -> store().create(entries))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("id");
    assertThat(store().schedule(ORG, fresh.id())).isNull();
    assertThat(timer(there).slotAt()).isNotNull();
  }

  @Test
  void is_seen_by_its_organization_only() {
    Schedule mine = everyMinute();
    create(mine);
    assertThat(store().schedule(2, mine.id())).isNull();
    assertThat(store().schedules(2, null, null, 10)).isEmpty();
    assertThat(store().openRuns(2, mine.id())).isEmpty();
    assertThat(store().history(2, mine.id(), null, 10)).isEmpty();
    assertThat(store().delete(2, mine.id(), null)).isEqualTo(Deletion.NO_SCHEDULE);
    assertThat(store().schedule(ORG, mine.id())).isNotNull();
  }

  @Test
  void is_listed_in_the_order_of_ids_page_by_page() {
    List<UUID> created = new ArrayList<>();
    for (int i = 0; i < 25; i++) {
      Schedule one = everyMinute();
      create(one);
      created.add(one.id());
      if (i % 5 == 0) {
        update(new Command.Pause(one.id(), "x"));
      }
    }
    List<UUID> listed = new ArrayList<>();
    UUID after = null;
    for (var page = store().schedules(ORG, null, null, 10);
        !page.isEmpty();
        page = store().schedules(ORG, null, after, 10)) {
      page.forEach(entry -> listed.add(entry.schedule().id()));
      after = listed.getLast();
    }
    assertThat(listed).isEqualTo(created);
    assertThat(store().schedules(ORG, Status.PAUSED, null, 3)).hasSize(3);
    assertThat(store().schedules(ORG, Status.PAUSED, created.get(5), 10))
        .extracting(entry -> entry.schedule().id())
        .containsExactly(created.get(10), created.get(15), created.get(20));
  }

  @Test
  void is_deleted_only_as_the_version_that_is_meant() {
    Schedule edited = everyMinute();
    create(edited);
    long version = edited.version();
    update(new Command.Edit(edited.id(), edited.withSlots(edited.slots()), null));

    assertThat(store().delete(ORG, edited.id(), version)).isEqualTo(Deletion.STALE_VERSION);
    assertThat(store().schedule(ORG, edited.id())).isNotNull();
    long newest = store().schedule(ORG, edited.id()).schedule().version();
    assertThat(newest).isGreaterThan(version);
    assertThat(store().delete(ORG, edited.id(), newest)).isEqualTo(Deletion.DELETED);
    assertThat(store().delete(ORG, edited.id(), newest)).isEqualTo(Deletion.NO_SCHEDULE);
  }

  @Test
  void is_deleted_with_its_open_runs_and_its_history() {
    Schedule gone = everyMinute();
    create(gone);
    Schedule other = everyMinute();
    create(other);
    UUID cancelled = nextId();
    UUID open = nextId();
    UUID others = nextId();
    update(new Command.Trigger(gone.id(), cancelled, null));
    update(new Command.Cancel(gone.id(), cancelled, "x"));
    update(new Command.Trigger(gone.id(), open, "{}"));
    update(new Command.Trigger(other.id(), others, null));
    assertThat(store().openRun(ORG, open).payload()).isEqualTo("{}");

    assertThat(store().delete(ORG, gone.id(), null)).isEqualTo(Deletion.DELETED);
    assertThat(store().delete(ORG, gone.id(), null)).isEqualTo(Deletion.NO_SCHEDULE);
    assertThat(store().schedule(ORG, gone.id())).isNull();
    assertThat(store().sightings(List.of(gone.id()))).isEmpty();
    assertThat(store().settledRun(ORG, cancelled)).isNull();
    assertThat(store().openRun(ORG, open)).isNull();
    assertThat(store().openRun(ORG, others)).isNotNull();
    refused(update(new Command.Resume(gone.id())), Reply.Reason.NO_SCHEDULE);
  }
}
