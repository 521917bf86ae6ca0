package dev.carillon.server.web;

/**
 * Ids and names are one line that looks like what it is: control characters would break lines of
 * logs and tables, and those that turn the direction of writing show one name as another.
 */
public final class Names {

  private Names() {}

  /**
   * Refuses control characters, and says which one is where.
   *
   * @param path where the text stands
   */
  public static String plain(String path, String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (control(c)) {
        int place = text.codePointCount(0, i) + 1;
        throw Problem.field(
                path,
                "must not contain control characters, got U+%04X at position %d"
                    .formatted((int) c, place))
            .column(place)
            .expected("one line without control characters")
            .got("U+%04X".formatted((int) c))
            .fix("Leave the character out.");
      }
    }
    return text;
  }

  /** For a name that is made of another text. */
  public static String cleaned(String text) {
    StringBuilder clean = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      clean.append(control(text.charAt(i)) ? ' ' : text.charAt(i));
    }
    return clean.toString();
  }

  private static boolean control(char c) {
    boolean embeds = c >= '\u202A' && c <= '\u202E';
    boolean isolates = c >= '\u2066' && c <= '\u2069';
    return Character.isISOControl(c) || embeds || isolates;
  }
}
