package dev.carillon.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What PostgreSQL writes of itself into {@code postmaster.pid}: line 1 its process id, line 4 its
 * port, line 8 how far it is.
 */
record PidFile(long pid, int port, Status status) {

  enum Status {
    STARTING,
    READY,
    STOPPING
  }

  static Path of(Path cluster) {
    return cluster.resolve("postmaster.pid");
  }

  /** Empty if the file is missing, or is cut off as a crash of the machine may leave it. */
  static Optional<PidFile> read(Path cluster) {
    try {
      List<String> lines = Files.readAllLines(of(cluster));
      if (lines.isEmpty()) {
        return Optional.empty();
      }
      return Optional.of(
          new PidFile(
              Long.parseLong(lines.getFirst().strip()),
              lines.size() > 3 ? Integer.parseInt(lines.get(3).strip()) : 0,
              lines.size() > 7 ? status(lines.get(7).strip()) : Status.STARTING));
    } catch (IOException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static Status status(String word) {
    return switch (word) {
      case "ready" -> Status.READY;
      case "stopping" -> Status.STOPPING;
      default -> Status.STARTING;
    };
  }
}
