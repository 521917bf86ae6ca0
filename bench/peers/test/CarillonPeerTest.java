package dev.carillon.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.postgres.EmbeddedPostgres;
import dev.carillon.postgres.EmbeddedPostgresConfig;
import java.io.BufferedReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class CarillonPeerTest {

  @TempDir private Path directory;

  @Test
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void its_driver_drains_what_it_was_filled_with() throws Exception {
    try (EmbeddedPostgres postgres =
        EmbeddedPostgres.start(EmbeddedPostgresConfig.in(directory.resolve("database")))) {
      List<String> answers = drive(postgres, "install\nfill 500\ndrain 500\nstop\n");

      assertThat(answers.getFirst()).startsWith("hello ").contains("can=", "drain", "recurring");
      assertThat(answers).hasSize(5).filteredOn(answer -> answer.equals("ok")).hasSize(3);
      assertThat(answers.get(3)).startsWith("ok first=").endsWith("runs=500");
    }
  }

  private static List<String> drive(EmbeddedPostgres postgres, String commands) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "dev.carillon.peers.Drive",
                "carillon")
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().put("PGHOST", "127.0.0.1");
    builder.environment().put("PGPORT", Integer.toString(postgres.port()));
    builder.environment().put("PGDATABASE", "carillon");
    builder.environment().put("PGUSER", postgres.user());
    builder.environment().put("PGPASSWORD", postgres.password());
    Process process = builder.start();
    try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
      try (OutputStream input = process.getOutputStream()) {
        input.write(commands.getBytes(StandardCharsets.US_ASCII));
      }
      return output.lines().toList();
    } finally {
      process.destroyForcibly();
    }
  }
}
