package dev.carillon.bench;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** What was measured: printed as it comes, and once more as one line of JSON. */
final class Report {

  private final Map<String, Object> all = new LinkedHashMap<>();

  /** The measures of one workload, or the description of the machine. */
  static final class Section {

    private final Map<String, Object> values = new LinkedHashMap<>();

    Section put(String measure, Object value) {
      values.put(measure, value);
      System.out.printf(Locale.ROOT, "  %-32s %s%n", measure, shown(value));
      return this;
    }

    private static String shown(Object value) {
      return switch (value) {
        case Long number -> String.format(Locale.ROOT, "%,d", number);
        case Integer number -> String.format(Locale.ROOT, "%,d", number);
        case Double number -> String.format(Locale.ROOT, "%,.3f", number);
        default -> value.toString();
      };
    }
  }

  Section section(String name) {
    System.out.printf("%n%s%n", name);
    Section section = new Section();
    all.put(name, section.values);
    return section;
  }

  static void say(String format, Object... values) {
    System.out.printf(Locale.ROOT, "  … " + format + "%n", values);
  }

  String json() {
    return json(all);
  }

  /** All sections, by their names. */
  Map<String, Object> values() {
    return all;
  }

  static String json(Object value) {
    return switch (value) {
      case Map<?, ?> map ->
          map.entrySet().stream()
              .map(entry -> quoted(String.valueOf(entry.getKey())) + ":" + json(entry.getValue()))
              .collect(Collectors.joining(",", "{", "}"));
      case Collection<?> items ->
          items.stream().map(Report::json).collect(Collectors.joining(",", "[", "]"));
      case Double number ->
          Double.isFinite(number) ? String.format(Locale.ROOT, "%.3f", number) : "null";
      case Number number -> number.toString();
      case Boolean truth -> truth.toString();
      default -> quoted(value.toString());
    };
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c < ' ') {
        quoted.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }
}
