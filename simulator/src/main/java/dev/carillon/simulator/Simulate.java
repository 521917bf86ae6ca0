package dev.carillon.simulator;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Runs worlds from the command line. */
public final class Simulate {

  private static final String USAGE =
      """
      usage: --seed N [--count K] [--trace]   runs worlds, and shrinks one that breaks a promise
             --seed N --omit WORD [--trace]   runs one without what a shrinking left out
             --seed N [--count K] --exhaustive  tries every single fault in small worlds\
      """;

  private long seed = 1;
  private long count = 1;
  private boolean trace;
  private boolean exhaustive;
  private Omissions omissions = Omissions.NONE;

  private Simulate() {}

  public static void main(String[] args) {
    Simulate simulate = new Simulate();
    simulate.read(args);
    System.exit(simulate.run() == 0 ? 0 : 1);
  }

  private void read(String[] args) {
    for (int i = 0; i < args.length; i++) {
      switch (args[i]) {
        case "--seed" -> seed = Long.parseLong(args[++i]);
        case "--count" -> count = Long.parseLong(args[++i]);
        case "--omit" -> omissions = Omissions.decode(args[++i]);
        case "--trace" -> trace = true;
        case "--exhaustive" -> exhaustive = true;
        default -> {
          System.err.println("unknown argument " + args[i] + "\n" + USAGE);
          System.exit(2);
        }
      }
    }
  }

  private long run() {
    return exhaustive ? runSmall() : runWhole();
  }

  private long runSmall() {
    long broken = 0;
    for (long one = seed; one < seed + count; one++) {
      Exhaustive.Outcome outcome = Exhaustive.every(one, Set.of(), 1);
      outcome.broken().forEach(System.out::print);
      System.out.printf(
          "seed %d: %d worlds with one fault each, %d broken%n",
          one, outcome.worlds(), outcome.broken().size());
      broken += outcome.broken().size();
    }
    return broken;
  }

  private long runWhole() {
    long begun = System.nanoTime();
    long broken = 0;
    long starts = 0;
    Map<Mark, Integer> marks = new EnumMap<>(Mark.class);
    for (long one = seed; one < seed + count; one++) {
      Result result = new World(one, Set.of(), trace, omissions).run();
      starts += result.starts();
      result.marks().forEach(mark -> marks.merge(mark, 1, Integer::sum));
      if (!result.ok()) {
        broken++;
        System.out.print(result.report());
        if (omissions.equals(Omissions.NONE)) {
          System.out.print(Shrinker.shrink(one, Set.of()).report());
        }
      }
      if (count == 1) {
        System.out.printf(
            Locale.ROOT, "seed %d hash %016x events %d%n", one, result.hash(), result.events());
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
