package dev.carillon.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.engine.store.Sql;
import dev.carillon.server.ApiServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Every statement of the server is one that PostgreSQL accepts, and says what it is for. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class StatementsTest {

  private static final Path SQL = Path.of("src/main/resources/dev/carillon/server/sql");

  @RegisterExtension static final ApiServer api = new ApiServer();

  private static final Path MIGRATIONS = SQL.resolveSibling("migrations");

  private static List<Path> files() throws IOException {
    return files(SQL);
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".sql")).toList();
    }
  }

  @Test
  void postgres_accepts_each_of_them() throws Exception {
    try (Connection connection = api.connection()) {
      for (Path file : files()) {
        String name = SQL.relativize(file).toString().replace(".sql", "");
        Sql sql = Statements.of(name);
        try (PreparedStatement statement = connection.prepareStatement(sql.positional())) {
          assertThat(statement.getParameterMetaData().getParameterCount())
              .as(name)
              .isEqualTo(sql.places().values().stream().mapToInt(List::size).sum());
        }
      }
    }
  }

  @Test
  void every_migration_is_applied() throws IOException {
    assertThat(ServerSchema.MIGRATIONS.files())
        .isSorted()
        .containsExactlyInAnyOrderElementsOf(
            files(MIGRATIONS).stream()
                .map(file -> file.getFileName().toString().replace(".sql", ""))
                .toList());
  }

  @Test
  void each_says_which_index_it_uses_and_what_it_locks() throws IOException {
    for (Path file : files()) {
      String head =
          Files.readString(file).lines().takeWhile(line -> line.startsWith("--")).toList() + "";
      assertThat(head).as(file.toString()).contains("Locks:");
    }
  }
}
