package dev.carillon.importers.pickle;

/** The strings of protocol 0, which are written as Python's source writes them. */
final class PickleText {

  private PickleText() {}

  /** {@code 'text'} or {@code "text"} with backslashes. */
  static String quoted(String line) {
    String text = line.strip();
    int last = text.length() - 1;
    boolean quoted =
        last >= 1
            && (text.charAt(0) == '\'' || text.charAt(0) == '"')
            && text.charAt(0) == text.charAt(last);
    if (!quoted) {
      throw new PickleRefused("it has a string without quotes");
    }
    return unescaped(text.substring(1, last), true);
  }

  /** Text with {@code \}{@code uXXXX} for what is not Latin. */
  static String rawUnicode(String line) {
    return unescaped(line, false);
  }

  private static String unescaped(String text, boolean all) {
    StringBuilder plain = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c != '\\' || i + 1 == text.length()) {
        plain.append(c);
        continue;
      }
      char kind = text.charAt(++i);
      int escaped = all ? "nrt\\'\"".indexOf(kind) : -1;
      int digits = kind == 'u' ? 4 : kind == 'U' ? 8 : kind == 'x' && all ? 2 : 0;
      if (digits > 0) {
        i = code(text, i, digits, plain);
      } else if (escaped >= 0) {
        plain.append("\n\r\t\\'\"".charAt(escaped));
      } else {
        plain.append('\\').append(kind);
      }
    }
    return plain.toString();
  }

  private static int code(String text, int at, int digits, StringBuilder plain) {
    int end = at + 1 + digits;
    String hex = end <= text.length() ? text.substring(at + 1, end) : "";
    if (!hex.matches("[0-9a-fA-F]{%d}".formatted(digits))
        || !Character.isValidCodePoint((int) Long.parseLong(hex, 16))) {
      throw new PickleRefused("it has a character that is none");
    }
    plain.appendCodePoint((int) Long.parseLong(hex, 16));
    return end - 1;
  }
}
