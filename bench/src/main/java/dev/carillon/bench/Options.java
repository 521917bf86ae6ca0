package dev.carillon.bench;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the command line asks for; 0 leaves a number to the workload.
 *
 * @param only names of workloads; empty for all
 */
record Options(
    boolean quick, boolean profile, Set<String> only, int schedules, int rate, int seconds) {

  /** A command line that cannot be followed, with what to do about it. */
  static final class Misuse extends RuntimeException {
    private static final long serialVersionUID = 1;

    Misuse(String message) {
      super(message);
    }
  }

  static Options parse(String[] words, List<String> workloads) {
    Deque<String> rest = new ArrayDeque<>(Arrays.asList(words));
    boolean quick = false;
    boolean profile = false;
    Set<String> only = new LinkedHashSet<>();
    int schedules = 0;
    int rate = 0;
    int seconds = 0;
    while (!rest.isEmpty()) {
      String word = rest.removeFirst();
      switch (word) {
        case "--quick" -> quick = true;
        case "--profile" -> profile = true;
        case "--only" -> only.addAll(names(value(word, rest.pollFirst()), workloads));
        case "--schedules" -> schedules = number(word, rest.pollFirst());
        case "--rate" -> rate = number(word, rest.pollFirst());
        case "--seconds" -> seconds = number(word, rest.pollFirst());
        default -> throw new Misuse("unknown option " + word + "; see bench/run help");
      }
    }
    return new Options(quick, profile, only, schedules, rate, seconds);
  }

  private static List<String> names(String list, List<String> workloads) {
    List<String> names = List.of(list.split(",", -1));
    for (String name : names) {
      if (!workloads.contains(name)) {
        throw new Misuse("unknown workload " + name + "; there are " + workloads);
      }
    }
    return names;
  }

  private static String value(String option, @Nullable String value) {
    if (value == null) {
      throw new Misuse(option + " needs a value");
    }
    return value;
  }

  private static int number(String option, @Nullable String value) {
    String digits =
        value(option, value).replace("_", "").replace("k", "000").replace("M", "000000");
    try {
      int number = Integer.parseInt(digits);
      if (number > 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw new Misuse(option + " must be a number above 0 such as 20000, 100k or 1M, got " + value);
  }

  boolean wants(String workload) {
    return only.isEmpty() || only.contains(workload);
  }

  int schedulesOr(int full, int shrunk) {
    return schedules > 0 ? schedules : quick ? shrunk : full;
  }

  int rateOr(int full, int shrunk) {
    return rate > 0 ? rate : quick ? shrunk : full;
  }

  int secondsOr(int full, int shrunk) {
    return seconds > 0 ? seconds : quick ? shrunk : full;
  }

  /** How long a node works before anything is measured. */
  int warmUpSeconds() {
    return quick ? 3 : 10;
  }
}
