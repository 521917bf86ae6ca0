package dev.carillon.examples;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@Timeout(600)
class ExamplesTest {

  @TempDir Path data;

  private interface Program {
    void main(String[] arguments) throws Exception;
  }

  private String output(Program program) throws Exception {
    PrintStream before = System.out;
    ByteArrayOutputStream captured = new ByteArrayOutputStream();
    System.setOut(new PrintStream(captured, true, UTF_8));
    try {
      program.main(new String[] {data.toString()});
    } finally {
      System.setOut(before);
    }
    return captured.toString(UTF_8);
  }

  @Test
  void reminders_come_from_all_three_schedules_also_when_run_again() throws Exception {
    String first = output(Reminders::main);
    String second = output(Reminders::main);

    assertThat(first).contains("stretch").contains("blink").containsOnlyOnce("call Ada");
    assertThat(first.lines()).hasSizeGreaterThanOrEqualTo(10);
    assertThat(second).contains("stretch").contains("blink");
  }

  @Test
  void a_cluster_carries_out_every_slot_and_makes_no_attempt_twice() throws Exception {
    String output = output(Cluster::main);

    assertThat(output)
        .contains("Halting the left engine")
        .contains("1800 of 1800 slots were carried out")
        .contains("Made twice: none.");
  }
}
