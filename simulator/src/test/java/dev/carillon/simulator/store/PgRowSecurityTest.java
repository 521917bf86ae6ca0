package dev.carillon.simulator.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.carillon.engine.schedule.Policies;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Slots;
import dev.carillon.engine.schedule.Status;
import dev.carillon.engine.schedule.Target;
import dev.carillon.engine.schedule.TargetKind;
import dev.carillon.engine.schedule.Timer;
import dev.carillon.engine.store.PgStore;
import dev.carillon.engine.store.ScheduleStore.Entry;
import dev.carillon.engine.timing.Once;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Organizations are kept apart in the database itself, whatever a query forgets. */
class PgRowSecurityTest {

  private static PgDatabase database;
  private static HikariDataSource engine;
  private static HikariDataSource tenants;

  @BeforeAll
  static void open() {
    database = PgDatabase.create();
    engine = database.pool();
    try (PgStore store = PgStore.open(engine)) {
      PgDatabase.execute(engine, "insert into carillon.organizations (name) values ('second')");
      store.create(List.of(entry(1), entry(2)));
    }
    PgDatabase.execute(
        engine,
        "grant usage on schema carillon to %1$s; grant select, insert, update, delete on all tables in schema carillon to %1$s"
            .formatted(PgDatabase.TENANT));
    tenants = database.pool(PgDatabase.TENANT, 1);
  }

  @AfterAll
  static void close() {
    database.close();
  }

  private static Entry entry(int org) {
    Instant at = Instant.parse("2030-01-01T00:00:00Z");
    Schedule schedule =
        new Schedule(
            new UUID(org, org),
            org,
            "of " + org,
            "",
            Slots.of(new Once(at)),
            new Target.Handler("x"),
            null,
            Policies.defaultsFor(TargetKind.HANDLER),
            "user:ada",
            Status.ACTIVE,
            null,
            1,
            at,
            at);
    return new Entry(schedule, Timer.fresh(schedule, at));
  }

  @Test
  void every_table_with_an_organization_is_forced_and_bound_for_reading_and_writing() {
    List<String> tables =
        PgDatabase.query(
            engine,
            """
            select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
            where n.nspname = 'carillon' and c.relkind in ('r', 'p')
              and (c.relname = 'organizations' or exists (
                select from pg_attribute a
                where a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped))
            order by 1\
            """);
    List<String> bound =
        PgDatabase.query(
            engine,
            """
            select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
            join pg_policy p on p.polrelid = c.oid
            where n.nspname = 'carillon' and c.relrowsecurity and c.relforcerowsecurity
              and p.polcmd = '*' and p.polpermissive and p.polroles = '{0}'
              and pg_get_expr(p.polqual, c.oid) like '%app.current_org_id%'
              and pg_get_expr(p.polwithcheck, c.oid) = pg_get_expr(p.polqual, c.oid)
            order by 1\
            """);
    assertThat(tables).contains("organizations", "open_runs", "runs", "schedules", "timers");
    assertThat(bound).isEqualTo(tables);

    List<String> owners =
        PgDatabase.query(
            engine,
            """
            select c.relname from pg_policy p join pg_class c on c.oid = p.polrelid
            where pg_get_expr(p.polqual, c.oid) = 'true' and p.polroles = array[c.relowner]
            order by 1\
            """);
    assertThat(owners).isEqualTo(tables);
  }

  @Test
  void a_tenant_sees_its_own_rows_and_nothing_when_it_names_no_organization() throws SQLException {
    try (Connection connection = tenants.getConnection();
        Statement statement = connection.createStatement()) {
      assertThat(names(statement)).isEmpty();
      connection.setAutoCommit(false);
      for (int org : new int[] {1, 2, 1}) {
        statement.execute("set local app.current_org_id = '" + org + "'");
        assertThat(names(statement)).containsExactly("of " + org);
        connection.commit();
        // After SET LOCAL the setting reads '' on this connection, not null.
        assertThat(
                PgDatabase.query(statement, "select current_setting('app.current_org_id', true)"))
            .containsExactly("");
        assertThat(names(statement)).isEmpty();
        assertThat(PgDatabase.query(statement, "select schedule_id from carillon.timers"))
            .isEmpty();
        connection.commit();
      }
    }
  }

  private static List<String> names(Statement statement) throws SQLException {
    return PgDatabase.query(statement, "select name from carillon.schedules");
  }

  @Test
  void a_tenant_cannot_write_into_another_organization() throws SQLException {
    try (Connection connection = tenants.getConnection();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("set local app.current_org_id = '1'");
      assertThatThrownBy(() -> statement.execute("update carillon.timers set org_id = 2"))
          .hasMessageContaining("row-level security");
      connection.rollback();
      statement.execute("set local app.current_org_id = '1'");
      assertThat(statement.executeUpdate("delete from carillon.timers where org_id = 2")).isZero();
      connection.rollback();
    }
  }

  @Test
  void the_engine_pays_nothing_for_it() throws SQLException {
    assertThat(
            PgDatabase.query(
                engine, "explain (costs off) select * from carillon.timers where open_runs = 0"))
        .noneMatch(line -> line.contains("current_setting"));
  }
}
