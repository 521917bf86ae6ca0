package dev.carillon.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.server.ApiServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Organizations are kept apart in the database itself, on every table that has one. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class RowLevelSecurityTest {

  private static final String SETTING =
      "(NULLIF(current_setting('app.current_org_id'::text, true), ''::text))::integer";

  @RegisterExtension static final ApiServer api = new ApiServer();

  private static List<String> tenantTables() {
    return api.query(
        "select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace"
            + " where n.nspname = 'carillon' and c.relkind in ('r', 'p') and (c.relname ="
            + " 'organizations' or exists (select from pg_attribute a where a.attrelid = c.oid and"
            + " a.attname = 'org_id' and not a.attisdropped)) order by 1",
        row -> row.getString(1));
  }

  @Test
  void every_table_of_a_tenant_enables_and_forces_row_level_security() {
    assertThat(tenantTables())
        .contains(
            "schedules", "timers", "cohorts", "cohort_members", "runs", "open_runs", "tokens");
    List<String> open =
        api.query(
            "select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace where"
                + " n.nspname = 'carillon' and c.relname in ('%s') and not (c.relrowsecurity and"
                    .formatted(String.join("','", tenantTables()))
                + " c.relforcerowsecurity)",
            row -> row.getString(1));
    assertThat(open).isEmpty();
  }

  @Test
  void every_table_of_a_tenant_has_both_policies_for_reading_and_writing() {
    for (String table : tenantTables()) {
      String column = table.equals("organizations") ? "id" : "org_id";
      String bound = "(%s = %s)".formatted(column, SETTING);
      List<String> policies =
          api.query(
              "select policyname || ' ' || permissive || ' ' || cmd || ' ' || qual || ' ' ||"
                  + " coalesce(with_check, 'none') from pg_policies where schemaname = 'carillon'"
                  + " and tablename = '%s' order by 1".formatted(table),
              row -> row.getString(1));
      assertThat(policies)
          .as(table)
          .containsExactly(
              "engine PERMISSIVE ALL true true",
              "organization PERMISSIVE ALL %s %s".formatted(bound, bound));
    }
  }

  @Test
  void every_table_that_is_nobodys_is_known() {
    List<String> others =
        api.query(
            "select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace"
                + " where n.nspname = 'carillon' and c.relkind in ('r', 'p', 'm')"
                + " and c.relname not in ('%s') order by 1"
                    .formatted(String.join("','", tenantTables())),
            row -> row.getString(1));
    assertThat(others)
        .containsExactly(
            "changes",
            "event_sweep",
            "intents",
            "migrations",
            "node_reports",
            "nodes",
            "server_migrations",
            "shards",
            "signing_keys");
  }

  @Test
  void every_view_shows_what_its_reader_may_see_of_its_tables() {
    assertThat(
            api.query(
                "select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace"
                    + " where n.nspname = 'carillon' and c.relkind = 'v'"
                    + " and not coalesce('security_invoker=true' = any (c.reloptions), false)",
                row -> row.getString(1)))
        .isEmpty();
  }

  @Test
  void only_known_functions_run_as_their_owner() {
    assertThat(
            api.query(
                "select p.proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace"
                    + " where n.nspname = 'carillon' and p.prosecdef order by 1",
                row -> row.getString(1)))
        // Triggers cannot be called; they write down what their row says, in its organization. The
        // search for names is there twice, without a bound for servers of an older version.
        .containsExactly(
            "count_runs",
            "note_runs",
            "note_schedule",
            "post_events",
            "schedules_named",
            "schedules_named");
  }

  @Test
  void the_role_of_requests_has_no_way_around_the_policies() {
    assertThat(
            api.query(
                "select rolsuper or rolbypassrls or rolcanlogin or rolcreaterole from pg_roles"
                    + " where rolname = 'carillon_api'",
                row -> row.getBoolean(1)))
        .containsExactly(false);
  }

  @Test
  void a_pooled_connection_sees_nothing_once_its_transaction_is_over() throws SQLException {
    ApiServer.Client one = api.organization("pool-one");
    one.post("/api/v1/schedules", "{\"handler\":\"h\",\"interval_seconds\":3600}");
    int org =
        api.query(
                "select id from carillon.organizations where name = 'pool-one'",
                row -> row.getInt(1))
            .getFirst();
    try (Connection connection = api.connection();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      bind(statement, org);
      assertThat(count(statement)).isEqualTo(1);
      connection.commit();
      // The same connection, as the next borrower would find it: the setting reads '' now.
      statement.execute("set local role carillon_api");
      assertThat(count(statement)).isZero();
      connection.commit();
      for (int i = 0; i < 200; i++) {
        bind(statement, i % 2 == 0 ? org : org + 1_000);
        assertThat(count(statement)).isEqualTo(i % 2 == 0 ? 1 : 0);
        connection.commit();
      }
      bind(statement, org + 1_000);
      assertThatThrownBy(
              () -> statement.execute("update carillon.organizations set name = 'stolen'"))
          .hasMessageContaining("permission denied");
      connection.rollback();
      bind(statement, org + 1_000);
      assertThatThrownBy(() ->
              statement.execute(
                  "insert into carillon.tokens (id, org_id, name, principal, created_by,"
                      + " scopes, hash) values (gen_random_uuid(), %d, '', 'user:x',".formatted(org)
                      + " 'user:x', '{admin}', repeat('a', 64))"))
          .hasMessageContaining("row-level security");
      connection.rollback();
    }
  }

  private static void bind(Statement statement, int org) throws SQLException {
    statement.execute(
        "select set_config('app.current_org_id', '%d', true), set_config('role', 'carillon_api',"
                .formatted(org)
            + " true)");
  }

  private static int count(Statement statement) throws SQLException {
    try (ResultSet rows = statement.executeQuery("select count(*) from carillon.schedules")) {
      rows.next();
      return rows.getInt(1);
    }
  }
}
