package dev.carillon.engine.timing;

import java.io.Serializable;

/**
 * Where in the input a refusal points.
 *
 * @param input the whole text that was refused
 * @param field the part of it, in the user's words, such as "hour"
 * @param column where {@code got} starts, counted from 1; 0 when the whole input is meant
 * @param got the offending piece, as it is shown
 * @param width how many characters of the input the piece covers
 */
record Place(String input, String field, int column, String got, int width)
    implements Serializable {

  private static final int SHOWN = 80;

  static Place whole(String input, String field) {
    return new Place(input, field, 0, abbreviate(input), input.length());
  }

  /** The piece of {@code input} between two indices, the second exclusive. */
  static Place piece(String input, String field, int from, int to) {
    return new Place(input, field, from + 1, abbreviate(input.substring(from, to)), to - from);
  }

  /** Two lines: the input, and carets under the piece. */
  String pointer() {
    var shown = printable(input.substring(0, Math.min(input.length(), SHOWN)));
    if (column == 0 || column > shown.length() + 1) {
      return shown + "\n" + "^".repeat(Math.max(1, shown.length()));
    }
    int carets = Math.max(1, Math.min(width, shown.length() - column + 1));
    return shown + "\n" + " ".repeat(column - 1) + "^".repeat(carets);
  }

  static String abbreviate(String text) {
    var shown = printable(text.substring(0, Math.min(text.length(), SHOWN)));
    return text.length() > SHOWN ? shown + "…" : shown;
  }

  /** Printable ASCII only, one for one, so that carets line up and no control character escapes. */
  private static String printable(String text) {
    var shown = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      shown.append(c == '\t' ? ' ' : c >= ' ' && c <= '~' ? c : '\uFFFD');
    }
    return shown.toString();
  }
}
