package dev.carillon.engine.timing;

/** The ways in which one field of a cron expression can be wrong, each with its own words. */
final class CronRefusals {

  private final String input;
  private final CronField field;

  CronRefusals(String input, CronField field) {
    this.input = input;
    this.field = field;
  }

  TimingException outOfRange(int from, int to) {
    var fix =
        switch (field) {
          case SECOND, MINUTE -> "Use 0 for the start of the next one.";
          case HOUR -> "Use 0 for midnight.";
          case DAY_OF_MONTH -> "Days count from 1; L is the last day of the month.";
          case MONTH -> "Months count from 1, or use JAN–DEC.";
          case DAY_OF_WEEK -> "Sunday is 0 or 7 and Saturday is 6, or use SUN–SAT.";
        };
    return refuse(
        "out_of_range",
        "%s must be %s, got %s".formatted(field.label(), field.range(), got(from, to)),
        from,
        to,
        field.range(),
        fix);
  }

  TimingException notAValue(int from, int to) {
    var shortened = field.shortened(got(from, to));
    String fix;
    if (shortened != null) {
      fix = "Use the three-letter name " + shortened + ".";
    } else if (field.hasNames()) {
      fix =
          "Use a number, or a name from %s to %s."
              .formatted(
                  field.shortName(field.min()), field.shortName(field == CronField.MONTH ? 12 : 6));
    } else {
      fix = "Use a number, *, a range such as 1-5 or a step such as */5.";
    }
    return refuse(
        "not_a_value",
        "%s must be %s, got %s".formatted(field.label(), field.range(), quoted(from, to)),
        from,
        to,
        field.range(),
        fix);
  }

  TimingException badNumber(int from, int to, String what, String range) {
    return refuse(
        what.equals("step") ? "bad_step" : "out_of_range",
        "%s: %s must be %s, got %s".formatted(field.label(), what, range, quoted(from, to)),
        from,
        to,
        range,
        "Use a whole number in " + range + ".");
  }

  TimingException twoSteps(int from, int to) {
    return refuse(
        "bad_step",
        "%s: one step is allowed, got %s".formatted(field.label(), got(from, to)),
        from,
        to,
        "a/n, a-b/n or */n",
        "Keep one step, such as */5.");
  }

  TimingException emptyEntry(int from, int to) {
    return refuse(
        "empty_entry",
        "%s: the list %s has an empty entry".formatted(field.label(), quoted(from, to)),
        from,
        to,
        "values separated by single commas",
        "Remove the comma that has nothing on one side.");
  }

  TimingException brokenRange(int from, int to) {
    return refuse(
        "bad_range",
        "%s: a range has two ends, got %s".formatted(field.label(), got(from, to)),
        from,
        to,
        "a-b",
        "Write both ends once, such as 1-5.");
  }

  TimingException descendingRange(int from, int to, int first, int last) {
    var split =
        field == CronField.DAY_OF_WEEK && first == 7
            ? part(0, last)
            : part(first, field == CronField.DAY_OF_WEEK ? 6 : field.max())
                + ","
                + part(field.min(), last);
    return refuse(
        "bad_range",
        "%s: a range must ascend, got %s".formatted(field.label(), got(from, to)),
        from,
        to,
        "a-b with a at most b",
        "Use " + split + " to go past the end.");
  }

  TimingException wrongField(int from, int to, String symbol, String allowed) {
    return refuse(
        "wrong_field",
        "%s cannot use %s".formatted(field.label(), symbol),
        from,
        to,
        field.range(),
        "%s belongs in %s.".formatted(symbol, allowed));
  }

  TimingException bareLastWeekday(int from, int to) {
    return refuse(
        "not_a_value",
        "day of week: L needs a weekday before it",
        from,
        to,
        "such as 5L or FRIL",
        "Use 5L for the last Friday of the month, or SAT for every Saturday.");
  }

  TimingException bareWorkday(int from, int to) {
    return refuse(
        "not_a_value",
        "day of month: W needs a day before it",
        from,
        to,
        "such as 15W or LW",
        "Use 15W for the workday nearest to the 15th, LW for the last workday of the month.");
  }

  TimingException missingWeekday(int from, int to) {
    return refuse(
        "not_a_value",
        "day of week: # needs a weekday before it",
        from,
        to,
        "such as MON#2",
        "Use MON#2 for the second Monday of the month.");
  }

  TimingException hash(int from, int to) {
    return refuse(
        "not_a_value",
        "%s: H is a Jenkins extension that is not known here".formatted(field.label()),
        from,
        to,
        field.range(),
        "Use a number here, and jitter_seconds to spread the starts.");
  }

  TimingException neverFires(int from, int to) {
    return refuse(
        "never_fires",
        "this expression can never fire: no month it allows has that day",
        from,
        to,
        "a day that exists",
        "Use L for the last day of the month, whatever its length.");
  }

  private TimingException refuse(
      String code, String message, int from, int to, String expected, String fix) {
    var place = Place.piece(input, field.label(), from, to);
    return new TimingException("timing.cron." + code, message, place, expected, fix);
  }

  private String got(int from, int to) {
    return input.substring(from, to);
  }

  private String quoted(int from, int to) {
    return from == to ? "nothing" : "\"" + got(from, to) + "\"";
  }

  private static String part(int first, int last) {
    return first == last ? Integer.toString(first) : first + "-" + last;
  }
}
