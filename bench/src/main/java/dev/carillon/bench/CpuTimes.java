package dev.carillon.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Processor time from {@code /proc}, in microseconds. The kernel's tick is taken to be 10 ms, as it
 * is on every Linux that Java runs on.
 */
final class CpuTimes {

  private static final long MICROS_PER_TICK = 10_000;
  private static final Path PROC = Path.of("/proc");

  /** Fields of {@code /proc/pid/stat} after the name, which is in parentheses: see proc(5). */
  private static final int PARENT = 1;

  private static final int USER = 11;
  private static final int SYSTEM = 12;
  private static final int USER_OF_CHILDREN = 13;
  private static final int SYSTEM_OF_CHILDREN = 14;

  private CpuTimes() {}

  static long ofThisProcess() {
    return own(fields(PROC.resolve("self/stat")));
  }

  /** Of a process, its living children, and those that have ended and were waited for. */
  static long ofTree(long root) {
    String[] fields = fields(PROC.resolve(root + "/stat"));
    long sum = own(fields) + children(fields);
    for (long child : childrenOf(root)) {
      sum += of(child);
    }
    return sum;
  }

  /** 0 for a process that has ended. */
  static long of(long pid) {
    return own(fields(PROC.resolve(pid + "/stat")));
  }

  /** Of this process's threads, added up by the first 15 letters of their names. */
  static Map<String, Long> ofThreads() {
    return ofThreads("self");
  }

  /** The same of another process. */
  static Map<String, Long> ofThreads(String pid) {
    Map<String, Long> times = new TreeMap<>();
    for (Path task : list(PROC.resolve(pid).resolve("task"))) {
      String[] fields = fields(task.resolve("stat"));
      try {
        times.merge(Files.readString(task.resolve("comm")).strip(), own(fields), Long::sum);
      } catch (IOException e) {
        // The thread has ended meanwhile.
      }
    }
    return times;
  }

  private static List<Long> childrenOf(long parent) {
    return list(PROC).stream()
        .map(path -> path.getFileName().toString())
        .filter(name -> name.chars().allMatch(Character::isDigit))
        .filter(name -> parent(fields(PROC.resolve(name + "/stat"))) == parent)
        .map(Long::parseLong)
        .toList();
  }

  private static List<Path> list(Path directory) {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.toList();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot list " + directory, e);
    }
  }

  private static String @Nullable [] fields(Path stat) {
    try {
      String text = Files.readString(stat);
      return text.substring(text.lastIndexOf(')') + 2).split(" ", -1);
    } catch (NoSuchFileException e) {
      return null;
    } catch (IOException e) {
      // Reading the file of a process that ends at this moment fails with "no such process".
      return null;
    }
  }

  private static long own(String @Nullable [] fields) {
    return fields == null ? 0 : MICROS_PER_TICK * (field(fields, USER) + field(fields, SYSTEM));
  }

  private static long children(String @Nullable [] fields) {
    return fields == null
        ? 0
        : MICROS_PER_TICK * (field(fields, USER_OF_CHILDREN) + field(fields, SYSTEM_OF_CHILDREN));
  }

  private static long parent(String @Nullable [] fields) {
    return fields == null ? -1 : field(fields, PARENT);
  }

  private static long field(String[] fields, int index) {
    return Long.parseLong(fields[index]);
  }
}
