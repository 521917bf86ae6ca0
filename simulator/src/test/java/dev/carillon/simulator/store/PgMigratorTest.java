package dev.carillon.simulator.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.carillon.engine.store.PgStore;
import dev.carillon.engine.store.StoreException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PgMigratorTest {

  private final PgDatabase database = PgDatabase.create();
  private final HikariDataSource pool = database.pool();

  @AfterEach
  void close() {
    database.close();
  }

  private List<String> versions() {
    return PgDatabase.query(pool, "select version from carillon.migrations order by version");
  }

  @Test
  void an_empty_database_is_filled_and_a_second_start_changes_nothing() {
    PgStore.open(pool).close();
    List<String> first = versions();
    PgStore.open(pool).close();

    assertThat(first).contains("1");
    assertThat(versions()).isEqualTo(first);
    assertThat(PgDatabase.query(pool, "select count(*) from carillon.shards"))
        .containsExactly("64");
    assertThat(PgDatabase.query(pool, "select id || name from carillon.organizations"))
        .containsExactly("1default");
  }

  @Test
  void nodes_that_start_together_wait_for_each_other() throws Exception {
    try (var threads = Executors.newFixedThreadPool(6)) {
      Callable<Boolean> start =
          () -> {
            PgStore.open(pool).close();
            return true;
          };
      for (var started : threads.invokeAll(List.of(start, start, start, start, start, start))) {
        assertThat(started.get()).isTrue();
      }
    }
    assertThat(PgDatabase.query(pool, "select count(*) from carillon.shards"))
        .containsExactly("64");
  }

  @Test
  void a_migration_that_was_applied_with_other_contents_is_refused() {
    PgStore.open(pool).close();
    PgDatabase.execute(pool, "update carillon.migrations set checksum = 'abc' where version = 1");

    assertThatThrownBy(() -> PgStore.open(pool))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("V001")
        .hasMessageContaining("other contents");
  }

  @Test
  void a_newer_schema_is_refused_with_what_to_do() {
    PgStore.open(pool).close();
    PgDatabase.execute(pool, "insert into carillon.migrations values (999, 'V999__future', 'x')");

    assertThatThrownBy(() -> PgStore.open(pool))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("version 999")
        .hasMessageContaining("install a newer Carillon");
  }

  @Test
  void a_failing_start_leaves_the_pool_usable() {
    PgDatabase.execute(pool, "create schema carillon; create table carillon.schedules (x int)");

    assertThatThrownBy(() -> PgStore.open(pool)).isInstanceOf(StoreException.class);
    assertThat(PgDatabase.query(pool, "select to_regclass('carillon.timers')"))
        .containsExactly((String) null);
  }
}
