package dev.carillon.engine.timing;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Turns the text of a cron expression into its rule, or refuses it.
 *
 * <p>The length is checked before anything else and characters before any structure, so the cost of
 * a hostile text is bounded and everything quoted back in a refusal is printable.
 */
final class CronParser {

  private static final int LONGEST = 256;

  private static final Map<String, String> MACROS =
      Map.of(
          "@yearly", "0 0 1 1 *",
          "@annually", "0 0 1 1 *",
          "@monthly", "0 0 1 * *",
          "@weekly", "0 0 * * 0",
          "@daily", "0 0 * * *",
          "@midnight", "0 0 * * *",
          "@hourly", "0 * * * *");

  private static final List<CronField> SIX = List.of(CronField.values());
  private static final List<CronField> FIVE = SIX.subList(1, 6);

  /** The two ends of one field in the expression, the second exclusive. */
  private record Extent(int from, int to) {}

  private final String input;

  private CronParser(String input) {
    this.input = input;
  }

  static CronRule parse(String expression) {
    return new CronParser(expression).rule();
  }

  private CronRule rule() {
    refuseTooLong();
    refuseForeignCharacters();
    var extents = extents();
    if (extents.isEmpty()) {
      throw refuse(
          "empty",
          "a cron expression must not be empty",
          Place.whole(input, "cron"),
          "5 fields, or 6 with seconds first",
          "Write minute, hour, day of month, month and day of week, such as 0 9 * * 1-5.");
    }
    if (input.charAt(extents.getFirst().from()) == '@') {
      return macro(extents.getFirst());
    }
    return fields(extents);
  }

  private CronRule fields(List<Extent> extents) {
    boolean seconds = extents.size() == SIX.size();
    if (!seconds && extents.size() != FIVE.size()) {
      throw refuse(
          "field_count",
          "a cron expression has 5 fields, or 6 with seconds first; got " + extents.size(),
          Place.whole(input, "cron"),
          "5 fields, or 6 with seconds first",
          extents.size() == 7
              ? "Remove the year field, and use start_at and end_at instead."
              : "Write minute, hour, day of month, month and day of week, such as 0 9 * * 1-5.");
    }
    var kinds = seconds ? SIX : FIVE;
    var fields = new ArrayList<FieldValues>(SIX.size());
    if (!seconds) {
      fields.add(FieldValues.of(CronField.SECOND, 0));
    }
    for (int i = 0; i < kinds.size(); i++) {
      var extent = extents.get(i);
      fields.add(new FieldParser(input, kinds.get(i)).parse(extent.from(), extent.to()));
    }
    var rule = CronRule.of(fields);
    if (!rule.everFires()) {
      var days = extents.get(kinds.indexOf(CronField.DAY_OF_MONTH));
      throw new CronRefusals(input, CronField.DAY_OF_MONTH).neverFires(days.from(), days.to());
    }
    return rule;
  }

  private CronRule macro(Extent extent) {
    var name = input.substring(extent.from(), extent.to());
    var expansion = MACROS.get(name.toLowerCase(Locale.ROOT));
    if (expansion != null && input.strip().length() == name.length()) {
      return parse(expansion);
    }
    String fix;
    if (name.equalsIgnoreCase("@every")) {
      fix = "Use an interval instead of cron: interval_seconds, or --every on the command line.";
    } else if (name.equalsIgnoreCase("@reboot")) {
      fix = "Schedules outlive restarts; use run_at for a single run, or trigger one by hand.";
    } else if (expansion != null) {
      fix = "Write " + name + " alone.";
    } else {
      var meant = Spelling.closest(name, MACROS.keySet());
      fix =
          meant == null
              ? "Use one of @yearly @monthly @weekly @daily @hourly, or five fields."
              : "Did you mean " + meant + "?";
    }
    throw refuse(
        "unknown_macro",
        expansion != null ? name + " takes nothing after it" : name + " is not known here",
        Place.piece(input, "cron", extent.from(), extent.to()),
        "@yearly @annually @monthly @weekly @daily @midnight @hourly",
        fix);
  }

  private void refuseTooLong() {
    if (input.length() > LONGEST) {
      throw refuse(
          "too_long",
          "a cron expression has at most %d characters, got %d".formatted(LONGEST, input.length()),
          Place.whole(input, "cron"),
          "at most " + LONGEST + " characters",
          "Split it into several schedules.");
    }
  }

  private void refuseForeignCharacters() {
    for (int i = 0; i < input.length(); i++) {
      char c = input.charAt(i);
      if (c != '\t' && (c < ' ' || c > '~')) {
        var name = "U+%04X".formatted(input.codePointAt(i));
        throw refuse(
            "bad_character",
            "a cron expression is plain ASCII, got %s in column %d".formatted(name, i + 1),
            new Place(input, "cron", i + 1, name, 1),
            "ASCII letters, digits and * / , - ? # @",
            c == '\u00A0'
                ? "Replace the no-break space by a plain space."
                : "Remove the character or type it anew.");
      }
    }
  }

  /** The runs of characters between spaces and tabs. */
  private List<Extent> extents() {
    var extents = new ArrayList<Extent>();
    int start = -1;
    for (int i = 0; i <= input.length(); i++) {
      boolean blank = i == input.length() || input.charAt(i) == ' ' || input.charAt(i) == '\t';
      if (blank && start >= 0) {
        extents.add(new Extent(start, i));
        start = -1;
      } else if (!blank && start < 0) {
        start = i;
      }
    }
    return extents;
  }

  private static TimingException refuse(
      String code, String message, Place place, String expected, String fix) {
    return new TimingException("timing.cron." + code, message, place, expected, fix);
  }
}
