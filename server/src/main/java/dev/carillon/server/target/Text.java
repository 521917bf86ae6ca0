package dev.carillon.server.target;

/** Text of strangers, made fit for a message or a log line. */
final class Text {

  private Text() {}

  /** At most so many characters, on one line, nothing in it that steers a terminal. */
  static String excerpt(String text, int longest) {
    StringBuilder out = new StringBuilder(Math.min(text.length(), longest) + 1);
    boolean gap = false;
    int taken = 0;
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      i += Character.charCount(c);
      if (Character.isWhitespace(c)) {
        gap = !out.isEmpty();
      } else {
        if (taken >= longest) {
          return out.append('…').toString();
        }
        if (gap) {
          out.append(' ');
          gap = false;
        }
        out.appendCodePoint(isHarmless(c) ? c : '�');
        taken++;
      }
    }
    return out.toString();
  }

  private static boolean isHarmless(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.UNASSIGNED,
          Character.PRIVATE_USE ->
          false;
      default -> true;
    };
  }
}
