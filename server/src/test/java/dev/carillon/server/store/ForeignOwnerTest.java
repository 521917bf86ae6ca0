package dev.carillon.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.engine.clock.Ticker;
import dev.carillon.engine.store.StoreException;
import dev.carillon.server.ApiServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.postgresql.ds.PGSimpleDataSource;

/** A rented PostgreSQL gives no superuser: the schema and its role work without one. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ForeignOwnerTest {

  @RegisterExtension static final ApiServer api = new ApiServer();

  private static void onPostgres(String... statements) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection(
                api.postgres().jdbcUrl(), api.postgres().user(), api.postgres().password());
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private static DataSource as(String user, String database) {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl("jdbc:postgresql://127.0.0.1:" + api.postgres().port() + "/" + database);
    source.setUser(user);
    source.setPassword("secret");
    return source;
  }

  @Test
  void an_owner_that_is_a_member_of_the_role_is_bound_by_it() throws SQLException {
    onPostgres(
        "create role plain_owner login password 'secret'",
        "grant carillon_api to plain_owner",
        "create database plain_owner owner plain_owner");
    DataSource source = as("plain_owner", "plain_owner");
    ServerSchema.migrate(source);
    Tenants tenants = new Tenants(source);
    Organization mine = new Organizations(tenants).create("mine");
    Organization other = new Organizations(tenants).create("other");
    assertThat(mine).isNotNull();
    assertThat(other).isNotNull();
    Tokens tokens = new Tokens(tenants);
    tokens.create(
        mine.id(),
        new Token.Draft(
            new java.util.UUID(1, 1),
            "user:a",
            "",
            java.util.List.of("read"),
            "user:a",
            null,
            "a".repeat(64)));
    assertThat(tokens.list(mine.id(), null, 10)).hasSize(1);
    assertThat(tokens.list(other.id(), null, 10)).isEmpty();
    assertThat(
            new ScheduleLists(tenants, new LookRoom(Ticker.system()))
                .list(mine.id(), ScheduleFilter.ALL, null, 10)
                .entries())
        .isEmpty();
  }

  @Test
  void an_owner_that_is_no_member_is_told_what_to_ask_for() throws SQLException {
    onPostgres(
        "create role lone_owner login password 'secret'",
        "create database lone_owner owner lone_owner");
    assertThatThrownBy(() -> ServerSchema.migrate(as("lone_owner", "lone_owner")))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("lone_owner may not become the role carillon_api");
  }
}
