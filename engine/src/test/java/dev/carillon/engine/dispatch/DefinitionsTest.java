package dev.carillon.engine.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.engine.schedule.IntervalFrom;
import dev.carillon.engine.schedule.Policies;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Slots;
import dev.carillon.engine.schedule.Status;
import dev.carillon.engine.schedule.Target;
import dev.carillon.engine.schedule.TargetKind;
import dev.carillon.engine.timing.Cron;
import dev.carillon.engine.timing.Interval;
import dev.carillon.engine.timing.Once;
import dev.carillon.engine.timing.Timing;
import dev.carillon.engine.timing.Window;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Definitions in memory: what is found again, and what is thrown out. */
class DefinitionsTest {

  private static final Instant NOW = Instant.parse("2026-03-29T01:00:00.123456Z");
  private static final long MINUTE = Duration.ofMinutes(1).toNanos();
  private static final long PLENTY = 1L << 30;

  @Test
  void what_is_found_equals_what_was_put_whatever_it_shares_with_the_one_before() {
    Definitions definitions = new Definitions(PLENTY, PLENTY);
    List<Schedule> all = variety();
    all.forEach(schedule -> definitions.put(schedule, 0));
    for (Schedule schedule : all) {
      assertThat(definitions.find(schedule.id(), schedule.version(), 0)).isEqualTo(schedule);
    }
    assertThat(definitions.size()).isEqualTo(all.size());
  }

  @Test
  void more_patterns_than_are_shared_are_kept_all_the_same() {
    Definitions definitions = new Definitions(PLENTY, PLENTY);
    List<Schedule> all =
        IntStream.range(0, 10_000)
            .mapToObj(i -> schedule(i, "s" + i, every(1 + i), "handler " + i, null))
            .toList();
    all.forEach(schedule -> definitions.put(schedule, 0));
    for (Schedule schedule : all) {
      assertThat(definitions.find(schedule.id(), schedule.version(), 0)).isEqualTo(schedule);
    }
  }

  @Test
  void another_version_is_not_found() {
    Definitions definitions = new Definitions(PLENTY, PLENTY);
    Schedule schedule = schedule(1, "one", every(60), "tick", null);
    definitions.put(schedule, 0);
    assertThat(definitions.find(schedule.id(), schedule.version() + 1, 0)).isNull();
    assertThat(definitions.find(UUID.randomUUID(), schedule.version(), 0)).isNull();
  }

  @Test
  void a_hundred_thousand_alike_take_less_than_sixteen_megabytes_of_the_budget() {
    Definitions definitions = new Definitions(16L << 20, 0);
    for (int i = 0; i < 100_000; i++) {
      definitions.put(schedule(i, "schedule " + i, every(60), "tick", null), 0);
    }
    assertThat(definitions.size()).isEqualTo(100_000);
  }

  @Test
  void large_payloads_count() {
    Definitions definitions = new Definitions(1L << 20, 0);
    for (int i = 0; i < 100; i++) {
      definitions.put(schedule(i, "s", every(60), "tick", "\"" + "x".repeat(100_000) + "\""), 0);
    }
    assertThat(definitions.size()).isBetween(8, 10);
  }

  @Test
  void when_the_budget_is_used_up_only_those_unused_for_a_while_make_room() {
    Definitions definitions = new Definitions(20_000, 0);
    int fit = 0;
    do {
      definitions.put(schedule(fit, "s", every(60), "tick", null), 0);
      fit++;
    } while (definitions.size() == fit);
    int size = definitions.size();
    Schedule used = schedule(0, "s", every(60), "tick", null);
    Schedule unused = schedule(1, "s", every(60), "tick", null);
    Schedule late = schedule(5_000, "s", every(60), "tick", null);

    definitions.put(late, 4 * MINUTE);
    assertThat(definitions.find(late.id(), 1, 4 * MINUTE)).as("nothing makes room yet").isNull();

    assertThat(definitions.find(used.id(), 1, 4 * MINUTE)).isNotNull();
    definitions.put(late, 6 * MINUTE);
    assertThat(definitions.find(late.id(), 1, 6 * MINUTE)).isEqualTo(late);
    assertThat(definitions.find(unused.id(), 1, 6 * MINUTE)).isNull();
    assertThat(definitions.find(used.id(), 1, 6 * MINUTE)).isEqualTo(used);
    assertThat(definitions.size()).isEqualTo(size);
  }

  private static List<Schedule> variety() {
    Schedule plain = schedule(1, "plain", every(60), "tick", null);
    List<Schedule> all = new ArrayList<>(List.of(plain));
    all.add(
        schedule(2, "anchored elsewhere", new Interval(Duration.ofSeconds(60), NOW), "tick", null));
    all.add(schedule(3, "slower", every(61), "tick", null));
    all.add(schedule(4, "cron", Cron.parse("0 2 * * *", ZoneId.of("Europe/Berlin")), "tick", null));
    all.add(schedule(5, "cron", Cron.parse("0 2 * * *", ZoneId.of("Asia/Tokyo")), "tick", null));
    all.add(schedule(6, "once", new Once(NOW), "tick", null));
    all.add(schedule(7, "once later", new Once(NOW.plusSeconds(1)), "tick", null));
    all.add(schedule(8, "Wöchentlich ☂", every(60), "tock", "{\"a\":1}"));
    all.add(schedule(9, "payload", every(60), "tock", "{\"a\":2}"));
    int id = 10;
    for (Schedule other :
        List.of(
            with(plain, plain.slots(), "described", plain.owner(), 1),
            with(plain, plain.slots(), plain.description(), "agent:frank", 1),
            with(plain, plain.slots(), plain.description(), plain.owner(), 2),
            with(
                plain,
                new Slots(every(60), IntervalFrom.COMPLETION, Window.ALWAYS, Duration.ZERO),
                "",
                plain.owner(),
                1),
            with(
                plain,
                new Slots(every(60), IntervalFrom.SLOT, new Window(NOW, null), Duration.ZERO),
                "",
                plain.owner(),
                1),
            with(
                plain,
                new Slots(every(60), IntervalFrom.SLOT, Window.ALWAYS, Duration.ofSeconds(3)),
                "",
                plain.owner(),
                1),
            plain.withStatus(Status.PAUSED, "by hand", NOW.plusSeconds(9)),
            plain.withStatus(Status.PAUSED, "by another hand", NOW.plusSeconds(9)))) {
      all.add(withId(other, id++));
    }
    return all;
  }

  private static Interval every(int seconds) {
    return new Interval(Duration.ofSeconds(seconds), NOW.minusSeconds(5));
  }

  private static Schedule schedule(
      int id, String name, Timing timing, String handler, @Nullable String payload) {
    return new Schedule(
        new UUID(7, id),
        1,
        name,
        "",
        Slots.of(timing),
        new Target.Handler(handler),
        payload,
        Policies.defaultsFor(TargetKind.HANDLER),
        "user:ada",
        Status.ACTIVE,
        null,
        1,
        NOW,
        NOW.plusMillis(id));
  }

  private static Schedule with(
      Schedule like, Slots slots, String description, String owner, int org) {
    return new Schedule(
        like.id(),
        org,
        like.name(),
        description,
        slots,
        like.target(),
        like.payload(),
        like.policies(),
        owner,
        like.status(),
        like.statusReason(),
        like.version(),
        like.createdAt(),
        like.updatedAt());
  }

  private static Schedule withId(Schedule like, int id) {
    return new Schedule(
        new UUID(7, id),
        like.orgId(),
        like.name(),
        like.description(),
        like.slots(),
        like.target(),
        like.payload(),
        like.policies(),
        like.owner(),
        like.status(),
        like.statusReason(),
        like.version(),
        like.createdAt(),
        like.updatedAt());
  }
}
