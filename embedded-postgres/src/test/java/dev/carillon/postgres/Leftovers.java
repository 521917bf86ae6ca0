package dev.carillon.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Looks for processes that a test left behind. */
final class Leftovers {

  private Leftovers() {}

  /** Processes die a moment after they are told to. */
  static void assertNoneIn(Path directory) {
    await()
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(() -> assertThat(processesIn(directory)).isEmpty());
  }

  static List<String> processesIn(Path directory) {
    return ProcessHandle.allProcesses()
        .filter(process -> process.pid() != ProcessHandle.current().pid())
        .map(process -> String.join(" ", Processes.commandLine(process.pid())))
        .filter(command -> command.contains(directory.toString()))
        .toList();
  }
}
