package dev.carillon.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class RecoveryLogTest {

  @TempDir private Path directory;

  @Test
  void jobs_in_both_logs_count_once_and_a_line_cut_off_not_at_all() throws IOException {
    Path before = Files.writeString(directory.resolve("before"), "1\n2\n31\n4");
    Path after = Files.writeString(directory.resolve("after"), "2\n4\n");

    RecoveryWorkload.Log log = RecoveryWorkload.read(before, after, 40);

    assertThat(log.runs()).isEqualTo(5);
    assertThat(log.distinct()).isEqualTo(4);
  }

  @Test
  void a_log_that_is_not_there_yet_is_empty() {
    Path nowhere = directory.resolve("nowhere");

    assertThat(RecoveryWorkload.read(nowhere, nowhere, 1).runs()).isZero();
  }
}
