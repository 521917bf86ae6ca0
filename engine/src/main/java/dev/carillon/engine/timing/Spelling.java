package dev.carillon.engine.timing;

import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Guesses what a person meant to type. */
final class Spelling {

  /** Longer input is no typing slip, and the distance costs the product of both lengths. */
  private static final int LONGEST = 64;

  private Spelling() {}

  /** The closest candidate, ignoring case, or null when none is close enough to be meant. */
  static @Nullable String closest(String word, Collection<String> candidates) {
    if (word.isEmpty() || word.length() > LONGEST) {
      return null;
    }
    var sought = word.toLowerCase(Locale.ROOT);
    String best = null;
    int bestDistance = 1 + Math.max(1, word.length() / 4);
    for (var candidate : candidates) {
      int distance = distance(sought, candidate.toLowerCase(Locale.ROOT));
      boolean tie = distance == bestDistance && best != null && candidate.compareTo(best) < 0;
      if (distance < bestDistance || tie) {
        best = candidate;
        bestDistance = distance;
      }
    }
    return best;
  }

  /** Levenshtein distance: the fewest insertions, deletions and replacements between the two. */
  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
