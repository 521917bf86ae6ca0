package dev.carillon.simulator;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Runs worlds from the command line: {@code --seed N [--count K] [--trace]}. */
public final class Simulate {

  private Simulate() {}

  public static void main(String[] args) {
    long seed = 1;
    long count = 1;
    boolean trace = false;
    for (int i = 0; i < args.length; i++) {
      switch (args[i]) {
        case "--seed" -> seed = Long.parseLong(args[++i]);
        case "--count" -> count = Long.parseLong(args[++i]);
        case "--trace" -> trace = true;
        default -> {
          System.err.println("unknown argument " + args[i]);
          System.err.println("usage: --seed N [--count K] [--trace]");
          System.exit(2);
        }
      }
    }
    System.exit(run(seed, count, trace) == 0 ? 0 : 1);
  }

  private static long run(long first, long count, boolean trace) {
    long begun = System.nanoTime();
    long broken = 0;
    long starts = 0;
    Map<Mark, Integer> marks = new EnumMap<>(Mark.class);
    for (long seed = first; seed < first + count; seed++) {
      Result result = new World(seed, Set.of(), trace).run();
      starts += result.starts();
      result.marks().forEach(mark -> marks.merge(mark, 1, Integer::sum));
      if (!result.ok()) {
        broken++;
        System.out.print(result.report());
      }
      if (count == 1) {
        System.out.printf(
            Locale.ROOT, "seed %d hash %016x events %d%n", seed, result.hash(), result.events());
      }
    }
    double seconds = (System.nanoTime() - begun) / 1e9;
    Set<Mark> unreached = EnumSet.allOf(Mark.class);
    unreached.removeAll(marks.keySet());
    System.out.printf(
        Locale.ROOT,
        "%d seeds, %d broken, %d starts, %.0f seeds a minute; marks %s%s%n",
        count,
        broken,
        starts,
        count * 60 / seconds,
        marks,
        unreached.isEmpty() ? "" : ", not reached " + unreached);
    return broken;
  }
}
