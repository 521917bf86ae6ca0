package dev.carillon.cli.table;

import java.util.regex.Pattern;

/** Colours on a terminal; nothing at all elsewhere. */
public record Style(boolean coloured) {

  private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cntrl}\\u0080-\\u009f]+");

  public String good(String text) {
    return sgr("32", text);
  }

  public String bad(String text) {
    return sgr("31", text);
  }

  public String warning(String text) {
    return sgr("33", text);
  }

  public String faint(String text) {
    return sgr("2", text);
  }

  public String strong(String text) {
    return sgr("1", text);
  }

  /** An outcome or a status in its colour. */
  public String outcome(String status) {
    return outcome(status, status);
  }

  public String outcome(String status, String text) {
    return switch (status) {
      case "success", "active" -> good(text);
      case "error", "timeout", "dead", "failed" -> bad(text);
      case "paused", "skipped", "cancelled", "waiting", "running" -> warning(text);
      default -> text;
    };
  }

  /**
   * Text from elsewhere on one line: a name must not move the cursor or change the colours of the
   * one who lists it.
   */
  public static String plain(String text) {
    return UNPRINTABLE.matcher(text).replaceAll(" ").strip();
  }

  private String sgr(String code, String text) {
    return coloured && !text.isEmpty() ? "\033[" + code + "m" + text + "\033[0m" : text;
  }
}
