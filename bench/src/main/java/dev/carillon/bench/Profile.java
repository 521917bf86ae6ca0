package dev.carillon.bench;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingFile;

/**
 * Where the time goes on both sides: what PostgreSQL's processes work on or wait for, many times a
 * second, and what the JVM's flight recorder sees. It costs a little itself, so numbers taken with
 * it are not for comparison.
 */
final class Profile {

  private static final int LINES = 14;
  private static final long SAMPLE_EVERY_MILLIS = 20;

  private static final String ACTIVITY =
      """
      select pid,
             case when backend_type = 'client backend'
                  then coalesce(substring(query from '/\\* carillon (\\S+) \\*/'), left(query, 30))
                  else backend_type end,
             coalesce(wait_event_type || ':' || wait_event, 'on CPU')
      from pg_stat_activity
      where pid <> pg_backend_pid()
        and case when backend_type = 'client backend' then state = 'active'
                 else coalesce(wait_event_type, '') <> 'Activity' end
      """;

  private final BenchDatabase database;
  private final Map<String, Long> waits = new ConcurrentHashMap<>();
  private final Map<Long, String> labels = new ConcurrentHashMap<>();
  private final Map<Long, Long> cpuOfProcesses = new HashMap<>();
  private final Map<String, Long> cpuOfThreads = CpuTimes.ofThreads();
  private final long allocated = allocatedBytes();
  private final long collectingMillis = collectingMillis();
  private final Recording recording = new Recording();
  private final Thread sampler;
  private volatile boolean over;
  private final AtomicLong samples = new AtomicLong();

  private Profile(BenchDatabase database) {
    this.database = database;
    for (List<String> row : database.rows("select pid from pg_stat_activity")) {
      long pid = Long.parseLong(row.getFirst());
      cpuOfProcesses.put(pid, CpuTimes.of(pid));
    }
    recording.enable("jdk.ExecutionSample").withPeriod(Duration.ofMillis(10));
    recording.enable("jdk.ObjectAllocationSample").with("throttle", "500/s");
    sampler = Thread.ofPlatform().name("bench-sampler").daemon().unstarted(this::sample);
  }

  static Profile begin(BenchDatabase database) {
    Profile profile = new Profile(database);
    profile.recording.start();
    profile.sampler.start();
    return profile;
  }

  private void sample() {
    try (Connection connection = database.connect();
        PreparedStatement statement = connection.prepareStatement(ACTIVITY)) {
      while (!over) {
        try (ResultSet rows = statement.executeQuery()) {
          while (rows.next()) {
            labels.put(rows.getLong(1), rows.getString(2));
            waits.merge(rows.getString(2) + "  " + rows.getString(3), 1L, Long::sum);
          }
        }
        samples.incrementAndGet();
        Pause.millis(SAMPLE_EVERY_MILLIS);
      }
    } catch (SQLException e) {
      System.err.println("Sampling ended: " + e.getMessage());
    }
  }

  /** Prints what was seen, per run where that makes sense. */
  void end(long runs) {
    over = true;
    Map<String, Long> threads = new HashMap<>(CpuTimes.ofThreads());
    threads.replaceAll((name, micros) -> micros - cpuOfThreads.getOrDefault(name, 0L));
    Map<String, Long> processes = new HashMap<>();
    labels.forEach((pid, label) ->
        processes.merge(label, CpuTimes.of(pid) - cpuOfProcesses.getOrDefault(pid, 0L), Long::sum));
    long count = Math.max(1, runs);
    double bytes = (double) (allocatedBytes() - allocated) / count;
    long collecting = collectingMillis() - collectingMillis;

    print("PostgreSQL: processes by what they were last seen at, CPU µs per run", processes, count);
    print(
        "PostgreSQL: statement and wait, processes at it on average",
        waits,
        Math.max(1, samples.get()));
    print("JVM: threads, CPU µs per run", threads, count);
    System.out.printf(
        Locale.ROOT,
        "  profile: platform threads allocated %.0f bytes per run; %d ms of garbage collection%n",
        bytes,
        collecting);
    printRecording(count);
  }

  private void printRecording(long runs) {
    try {
      Path file = Files.createTempFile("carillon-bench", ".jfr");
      try (recording) {
        recording.stop();
        recording.dump(file);
        print(file, runs);
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      System.err.println("The flight recording cannot be read: " + e.getMessage());
    }
  }

  /** Prints what the flight recorder of another process saw. */
  static void print(Path recording) {
    try {
      print(recording, 1);
    } catch (IOException e) {
      System.err.println("The flight recording cannot be read: " + e.getMessage());
    }
  }

  private static void print(Path file, long runs) throws IOException {
    Map<String, Long> hot = new HashMap<>();
    Map<String, Long> ours = new HashMap<>();
    Map<String, Long> allocations = new HashMap<>();
    long executions = 0;
    try (RecordingFile events = new RecordingFile(file)) {
      while (events.hasMoreEvents()) {
        RecordedEvent event = events.readEvent();
        RecordedStackTrace stack = event.getStackTrace();
        if (stack == null || stack.getFrames().isEmpty()) {
          continue;
        }
        if (event.getEventType().getName().equals("jdk.ExecutionSample")) {
          executions++;
          hot.merge(name(stack.getFrames().getFirst()), 1L, Long::sum);
          ours.merge(firstOfOurs(stack), 1L, Long::sum);
        } else if (event.hasField("weight")) {
          allocations.merge(firstOfOurs(stack), event.getLong("weight"), Long::sum);
        }
      }
    }
    long share = Math.max(1, executions);
    print("JVM: methods on CPU, share of samples", hot, share);
    print("JVM: our innermost method on CPU, share of samples", ours, share);
    print("JVM: allocation by our innermost method, bytes per run", allocations, runs);
  }

  private static String firstOfOurs(RecordedStackTrace stack) {
    return stack.getFrames().stream()
        .map(Profile::name)
        .filter(name -> name.startsWith("dev.carillon.") && !name.contains(".bench."))
        .findFirst()
        .orElse("(none of ours)");
  }

  private static String name(RecordedFrame frame) {
    return frame.getMethod().getType().getName() + "." + frame.getMethod().getName();
  }

  /** Prints what the threads of another process took since the first reading. */
  static void printThreads(Map<String, Long> before, Map<String, Long> after, long count) {
    Map<String, Long> taken = new HashMap<>(after);
    taken.replaceAll((name, micros) -> micros - before.getOrDefault(name, 0L));
    print("JVM: threads, CPU µs each", taken, Math.max(1, count));
  }

  private static void print(String title, Map<String, Long> amounts, long per) {
    System.out.printf("  profile: %s%n", title);
    amounts.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .limit(LINES)
        .forEach(entry ->
            System.out.printf(
                Locale.ROOT, "    %10.3f  %s%n", (double) entry.getValue() / per, entry.getKey()));
  }

  private static long allocatedBytes() {
    return ManagementFactory.getThreadMXBean() instanceof ThreadMXBean threads
        ? threads.getTotalThreadAllocatedBytes()
        : 0;
  }

  private static long collectingMillis() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .mapToLong(GarbageCollectorMXBean::getCollectionTime)
        .sum();
  }
}
