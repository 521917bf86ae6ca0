package dev.carillon.bench;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the command line asks for.
 *
 * @param quick small sizes, to see that it works
 * @param docs whether docs/performance.md is written anew
 */
record PeerOptions(
    boolean quick, List<String> workloads, List<Contestant> contestants, int rounds, boolean docs) {

  static PeerOptions parse(String[] words, List<String> known) {
    Deque<String> rest = new ArrayDeque<>(Arrays.asList(words));
    boolean quick = false;
    List<String> workloads = known;
    List<Contestant> contestants = Contestant.ALL;
    int rounds = 3;
    boolean docs = false;
    while (!rest.isEmpty()) {
      String word = rest.removeFirst();
      switch (word) {
        case "--quick" -> quick = true;
        case "--write-docs" -> docs = true;
        case "--only" -> {
          workloads = List.of(value(word, rest.pollFirst()).split(",", -1));
          check(workloads, known);
        }
        case "--peers" ->
            contestants =
                Arrays.stream(value(word, rest.pollFirst()).split(",", -1))
                    .map(Contestant::named)
                    .toList();
        case "--rounds" -> rounds = rounds(value(word, rest.pollFirst()));
        default -> throw new Options.Misuse("unknown option " + word + "; see bench/run help");
      }
    }
    if (quick && docs) {
      throw new Options.Misuse("--write-docs cannot go with --quick: small sizes say little");
    }
    return new PeerOptions(quick, workloads, contestants, rounds, docs);
  }

  private static void check(List<String> names, List<String> known) {
    for (String name : names) {
      if (!known.contains(name)) {
        throw new Options.Misuse("unknown workload " + name + "; there are " + known);
      }
    }
  }

  private static String value(String option, @Nullable String value) {
    if (value == null) {
      throw new Options.Misuse(option + " needs a value");
    }
    return value;
  }

  private static int rounds(String value) {
    try {
      int number = Integer.parseInt(value);
      if (number >= 1 && number <= 100) {
        return number;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw new Options.Misuse("--rounds must be a number from 1 to 100, got " + value);
  }

  int sized(int full, int shrunk) {
    return quick ? shrunk : full;
  }
}
