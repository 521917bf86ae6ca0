package dev.carillon.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The worker is killed in the middle of its work, and another one started at once. Every job writes
 * its number into a log as it begins, and then takes ten milliseconds; the log tells which ran
 * twice, and which never.
 */
final class RecoveryWorkload implements PeerWorkload {

  private static final double KILLED_AFTER = 0.3;
  private static final long POLL_MILLIS = 20;

  /** Whoever gives back what a dead worker had within minutes only has not done so by then. */
  private static final int PATIENCE_SECONDS = 45;

  /** Long enough for some to be under way at every moment. */
  private static final int JOB_MILLIS = 10;

  @Override
  public String name() {
    return "recovery";
  }

  @Override
  public String question() {
    return "kill -9 of the worker under load: until all is done, jobs not done by then, jobs"
        + " doubled";
  }

  @Override
  public Set<String> needs() {
    return Set.of("fill", "work", "left");
  }

  @Override
  public List<Column> columns() {
    return List.of(
        Column.less("seconds", "all done after", "s"),
        Column.less("not_done", "not done in time", ""),
        Column.less("doubled", "run twice", ""),
        Column.less("left", "still in the database", ""),
        Column.less("jobs", "jobs", ""));
  }

  @Override
  public Map<String, Double> measure(Stage stage) {
    int full = stage.contestant().sizes().recovery();
    int jobs = stage.options().sized(full, full / 2);
    long patience = 1_000L * PATIENCE_SECONDS;
    Path first = stage.file("before.log");
    Path second = stage.file("after.log");
    delete(first, second);
    // A process in the same place: what the server does when it is started again on its directory.
    Map<String, String> place =
        stage.contestant().settings().equals("takeover") ? Map.of() : Map.of("PEER_PLACE", "bench");
    stage.prepare(Map.of("PEER_JOBS", "once"), "fill", jobs);
    try (PeerProcess killed = stage.spawn(place)) {
      killed.ask(Stage.LONGEST, "work", first, JOB_MILLIS);
      while (read(first, second, jobs).distinct() < KILLED_AFTER * jobs) {
        Pause.millis(POLL_MILLIS);
      }
      killed.kill();
    }
    int before = read(first, second, jobs).distinct();
    long began = System.currentTimeMillis();
    try (PeerProcess heir = stage.spawn(place)) {
      heir.ask(Stage.LONGEST, "work", second, JOB_MILLIS);
      Log log = read(first, second, jobs);
      long size = size(second);
      while (log.distinct() < jobs && System.currentTimeMillis() < began + patience) {
        Pause.millis(POLL_MILLIS);
        if (size(second) != size) {
          size = size(second);
          log = read(first, second, jobs);
        }
      }
      double seconds = (System.currentTimeMillis() - began) / 1_000.0;
      // Completions are written a little after the jobs have run.
      Pause.seconds(2);
      Map<String, Double> measures = new LinkedHashMap<>();
      measures.put("seconds", seconds);
      measures.put("not_done", (double) (jobs - log.distinct()));
      measures.put("doubled", (double) (log.runs() - log.distinct()));
      measures.put("left", (double) heir.ask(Stage.LONGEST, "left").number("jobs"));
      measures.put("before_the_kill", (double) before);
      measures.put("jobs", (double) jobs);
      measures.put("patience_seconds", patience / 1_000.0);
      return measures;
    }
  }

  private static void delete(Path... files) {
    for (Path file : files) {
      try {
        Files.deleteIfExists(file);
      } catch (IOException e) {
        throw new PeerFailure("an old log cannot be removed: " + e.getMessage(), e);
      }
    }
  }

  private static long size(Path file) {
    return file.toFile().length();
  }

  /**
   * @param runs lines of the log
   * @param distinct different jobs in it
   */
  record Log(int runs, int distinct) {}

  /** Reads numbers, one a line; a line that was cut off by the kill does not count. */
  static Log read(Path first, Path second, int jobs) {
    BitSet seen = new BitSet(jobs + 1);
    int runs = 0;
    for (Path file : List.of(first, second)) {
      try {
        byte[] bytes = Files.exists(file) ? Files.readAllBytes(file) : new byte[0];
        int number = 0;
        for (byte b : bytes) {
          if (b == '\n') {
            seen.set(number);
            runs++;
            number = 0;
          } else {
            number = 10 * number + b - '0';
          }
        }
      } catch (IOException e) {
        throw new PeerFailure("its log cannot be read: " + e.getMessage(), e);
      }
    }
    return new Log(runs, seen.cardinality());
  }
}
