package dev.carillon.server;

import java.util.Collection;
import java.util.Comparator;

/** Guesses which word was meant. */
public final class Suggestion {

  private Suggestion() {}

  /** ": did you mean --port?", or nothing when no word is near. */
  public static String among(Collection<String> words, String typed) {
    return words.stream()
        .filter(word -> distance(bare(word), bare(typed)) <= Math.max(1, bare(word).length() / 3))
        .min(Comparator.comparingInt(word -> distance(word, typed)))
        .map(": did you mean %s?"::formatted)
        .orElse("");
  }

  private static String bare(String word) {
    return word.replaceFirst("^-+", "");
  }

  /** Insertions, deletions, replacements and swaps of neighbours that turn one into the other. */
  private static int distance(String one, String other) {
    int[][] cost = new int[one.length() + 1][other.length() + 1];
    for (int i = 0; i <= one.length(); i++) {
      for (int j = 0; j <= other.length(); j++) {
        cost[i][j] = i == 0 || j == 0 ? i + j : cheapest(cost, one, other, i, j);
      }
    }
    return cost[one.length()][other.length()];
  }

  private static int cheapest(int[][] cost, String one, String other, int i, int j) {
    boolean same = one.charAt(i - 1) == other.charAt(j - 1);
    int best =
        Math.min(Math.min(cost[i - 1][j], cost[i][j - 1]) + 1, cost[i - 1][j - 1] + (same ? 0 : 1));
    boolean swapped =
        i > 1
            && j > 1
            && one.charAt(i - 1) == other.charAt(j - 2)
            && one.charAt(i - 2) == other.charAt(j - 1);
    return swapped ? Math.min(best, cost[i - 2][j - 2] + 1) : best;
  }
}
