package dev.carillon.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.carillon.engine.clock.Ids;
import dev.carillon.engine.schedule.CatchUp;
import dev.carillon.engine.schedule.Overlap;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Timer;
import dev.carillon.engine.store.PgStore;
import java.io.IOException;
import java.io.StringReader;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.postgresql.PGConnection;

/** One organization's backlog is its own. */
class FairnessTest {

  @RegisterExtension static final TestDatabase database = new TestDatabase();

  private static final int BACKLOG = 200_000;

  /** Less than an organization's share in memory, so that all of it could be read at once. */
  private static final int SMALLER_BACKLOG = 90_000;

  /** How much of the backlog's schedules must be begun before the other's lateness is judged. */
  private static final int DRAINED = 40_000;

  private static final Duration LATE = Duration.ofSeconds(2);

  @Test
  void two_hundred_thousand_due_schedules_of_one_organization_do_not_delay_another()
      throws Exception {
    Recorder patient = new Recorder();
    Recorder crowd = new Recorder();
    Schedule other;
    try (PgStore store = PgStore.open(database.own())) {
      Schedules schedules = new Schedules(store, Ids.system());
      database.execute("insert into carillon.organizations (name) values ('crowd'), ('other')");
      Schedule template =
          schedules.create(
              ScheduleDraft.named("crowd").cron("0 0 1 1 *").organization(2).handler("crowd"));
      multiply(template, BACKLOG, Duration.ZERO);
      other =
          schedules.create(
              ScheduleDraft.named("other")
                  .every(Duration.ofMillis(200))
                  .catchUp(CatchUp.ALL, Duration.ofHours(1), 1_000)
                  .overlap(Overlap.ALLOW)
                  .organization(3)
                  .handler("patient"));
    }
    Instant began = database.now();
    try (Engine _ =
        Engine.on(database.pool(12))
            .handler("crowd", crowd)
            .handler("patient", patient)
            .config(Engines.config("fair"))
            .start()) {
      await().atMost(Duration.ofMinutes(5)).until(() -> patient.count() > 0);
      Instant running = database.now();
      await().atMost(Duration.ofMinutes(5)).until(() -> crowd.count() >= DRAINED);
      Duration drain = Duration.between(running, database.now());
      long latest =
          database.number(
              "select max(lateness_ms) from carillon.runs where schedule_id = '%s' and slot_at >= '%s'"
                  .formatted(other.id(), running));
      System.out.printf(
          "first start after %s; %d of the crowd took %s; the other was at most %d ms late%n",
          Duration.between(began, running), crowd.count(), drain, latest);
      // Behind the backlog it would wait for all of it, which takes five times as long as its part
      // took. Two seconds are far less, unless the machine is busy with other things besides.
      Duration part = drain.dividedBy(4);
      assertThat(Duration.ofMillis(latest))
          .as("lateness beside a backlog of which %d took %s", DRAINED, drain)
          .isLessThan(part.compareTo(LATE) > 0 ? part : LATE);
      assertThat(patient.starts())
          .as("the other organization's slots went on all the while")
          .hasSizeGreaterThan((int) (drain.toMillis() / 200 / 3));
      patient.assertNeverEarly();
    }
    crowd.assertNoAttemptStartedTwice();
  }

  /** What is long overdue is read first, and so much of one organization is. */
  @Test
  void a_backlog_does_not_wait_for_the_end_of_an_older_one() throws Exception {
    Recorder older = new Recorder();
    Recorder younger = new Recorder();
    try (PgStore store = PgStore.open(database.own())) {
      Schedules schedules = new Schedules(store, Ids.system());
      database.execute("insert into carillon.organizations (name) values ('older'), ('younger')");
      ScheduleDraft yearly = ScheduleDraft.named("job").cron("0 0 1 1 *");
      multiply(
          schedules.create(yearly.organization(organization("older")).handler("older")),
          SMALLER_BACKLOG,
          Duration.ofMinutes(20));
      multiply(
          schedules.create(yearly.organization(organization("younger")).handler("younger")),
          SMALLER_BACKLOG,
          Duration.ofMinutes(10));
    }
    try (Engine _ =
        Engine.on(database.pool(12))
            .handler("older", older)
            .handler("younger", younger)
            .config(Engines.config("side by side"))
            .start()) {
      await()
          .atMost(Duration.ofMinutes(5))
          .pollInterval(Duration.ofMillis(10))
          .until(() -> younger.count() > SMALLER_BACKLOG / 10);
      assertThat(older.count())
          .as("of the older backlog when a tenth of the younger had begun")
          .isLessThan(SMALLER_BACKLOG * 9 / 10);
      await()
          .atMost(Duration.ofMinutes(5))
          .until(() -> older.count() + younger.count() >= 2 * SMALLER_BACKLOG);
    }
    older.assertNoAttemptStartedTwice();
    younger.assertNoAttemptStartedTwice();
  }

  private static int organization(String name) throws SQLException {
    return (int)
        database.number("select id from carillon.organizations where name = '%s'".formatted(name));
  }

  /**
   * Copies a schedule; all copies have been due for so long, each in the shard that its id belongs
   * to.
   */
  private static void multiply(Schedule template, int copies, Duration overdue)
      throws SQLException, IOException {
    StringBuilder rows = new StringBuilder();
    for (int i = 0; i < copies; i++) {
      UUID id = UUID.randomUUID();
      rows.append(id).append('\t').append(Timer.shardOf(id)).append('\n');
    }
    try (Connection connection = database.own().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("drop table if exists pg_temp.crowd, pg_temp.copies");
      statement.execute("create temporary table crowd (id uuid, shard smallint)");
      connection
          .unwrap(PGConnection.class)
          .getCopyAPI()
          .copyIn("copy crowd from stdin", new StringReader(rows.toString()));
      statement.execute(
          """
          create temporary table copies as
          select copy.*
          from crowd c
          cross join carillon.schedules s
          cross join lateral jsonb_populate_record(s, jsonb_build_object('id', c.id)) copy
          where s.id = '%s'
          """
              .formatted(template.id()));
      // The last column is generated.
      statement.execute("alter table copies drop column pattern");
      statement.execute("insert into carillon.schedules select * from copies");
      statement.execute(
          """
          insert into carillon.timers
          select copy.*
          from crowd c
          cross join carillon.timers t
          cross join lateral jsonb_populate_record(t, jsonb_build_object(
            'schedule_id', c.id, 'shard', c.shard,
            'slot_at', now() - interval '%2$s', 'due_at', now() - interval '%2$s')) copy
          where t.schedule_id = '%1$s'
          """
              .formatted(template.id(), overdue));
      statement.execute(
          """
          insert into carillon.agenda (bucket, shards, org_id, size, schedule_ids)
          select bucket, bit_or(1::bigint << shard), org_id, count(*), array_agg(schedule_id)
          from (select floor(extract(epoch from t.due_at) / 2) as bucket, t.shard, t.org_id,
                       t.schedule_id, (row_number() over () - 1) / 1000 as part
                from carillon.timers t join crowd c on c.id = t.schedule_id) n
          group by bucket, org_id, part
          """);
    }
  }
}
