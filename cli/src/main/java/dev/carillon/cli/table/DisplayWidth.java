package dev.carillon.cli.table;

/** How many columns of a terminal a text takes. */
public final class DisplayWidth {

  private static final int EMOJI_PRESENTATION = 0xFE0F;
  private static final int JOINER = 0x200D;

  private DisplayWidth() {}

  public static int of(String text) {
    int width = 0;
    int before = 0;
    int[] points = text.codePoints().toArray();
    for (int i = 0; i < points.length; i++) {
      int point = points[i];
      if (point == EMOJI_PRESENTATION) {
        // The sign before it is drawn as an emoji, two columns wide whatever it was.
        width += before == 1 ? 1 : 0;
        continue;
      }
      if (i > 0 && points[i - 1] == JOINER) {
        continue; // joined to one picture with what stands before it
      }
      before = of(point);
      width += before;
    }
    return width;
  }

  private static int of(int point) {
    int type = Character.getType(point);
    if (type == Character.NON_SPACING_MARK
        || type == Character.ENCLOSING_MARK
        || type == Character.FORMAT
        || type == Character.CONTROL) {
      return 0;
    }
    return wide(point) ? 2 : 1;
  }

  /** East Asian wide characters and emoji, by block: exact enough for names. */
  private static boolean wide(int point) {
    return (point >= 0x1100 && point <= 0x115F)
        || (point >= 0x2E80 && point <= 0x303E)
        || (point >= 0x3041 && point <= 0xA4CF)
        || (point >= 0xAC00 && point <= 0xD7A3)
        || (point >= 0xF900 && point <= 0xFAFF)
        || (point >= 0xFE30 && point <= 0xFE6F)
        || (point >= 0xFF00 && point <= 0xFF60)
        || (point >= 0xFFE0 && point <= 0xFFE6)
        || (point >= 0x1F300 && point <= 0x1FAFF)
        || (point >= 0x20000 && point <= 0x3FFFD)
        || Character.isEmojiPresentation(point);
  }

  /** The text, cut to at most so many columns with an ellipsis. */
  public static String cut(String text, int columns) {
    if (of(text) <= columns) {
      return text;
    }
    StringBuilder cut = new StringBuilder();
    for (int point : text.codePoints().toArray()) {
      String longer = cut + Character.toString(point);
      if (of(longer) > columns - 1) {
        break;
      }
      cut.appendCodePoint(point);
    }
    return cut.append('…').toString();
  }
}
