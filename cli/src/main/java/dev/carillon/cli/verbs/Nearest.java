package dev.carillon.cli.verbs;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** What somebody who mistyped a word most likely meant. */
final class Nearest {

  /** More slips than this are another word. */
  private static final int MOST_SLIPS = 2;

  private Nearest() {}

  static @Nullable String to(String typed, Collection<String> words) {
    String nearest = null;
    int fewest = MOST_SLIPS + 1;
    for (String word : words) {
      int slips = slips(typed, word);
      if (slips < fewest && slips < word.length()) {
        nearest = word;
        fewest = slips;
      }
    }
    return nearest;
  }

  /** Letters to add, leave out or replace (Levenshtein's distance). */
  private static int slips(String one, String other) {
    int[] row = new int[other.length() + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= one.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        int replaced = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[other.length()];
  }
}
