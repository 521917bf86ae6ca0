package dev.carillon.bench;

import java.util.Arrays;

/** Durations in microseconds, as many as came, and what they are like. For one thread. */
final class Samples {

  private int[] micros = new int[1 << 12];
  private int count;

  void add(long value) {
    if (count == micros.length) {
      micros = Arrays.copyOf(micros, 2 * count);
    }
    micros[count++] = Math.clamp(value, Integer.MIN_VALUE, Integer.MAX_VALUE);
  }

  void addAll(Samples others) {
    for (int i = 0; i < others.count; i++) {
      add(others.micros[i]);
    }
  }

  int count() {
    return count;
  }

  void report(Report.Section section, String name) {
    if (count == 0) {
      return;
    }
    int[] sorted = Arrays.copyOf(micros, count);
    Arrays.sort(sorted);
    section
        .put(name + "_p50", millis(sorted, 0.5))
        .put(name + "_p99", millis(sorted, 0.99))
        .put(name + "_max", millis(sorted, 1));
  }

  private static double millis(int[] sorted, double share) {
    int place = (int) Math.ceil(share * sorted.length) - 1;
    return sorted[Math.max(0, place)] / 1_000.0;
  }
}
