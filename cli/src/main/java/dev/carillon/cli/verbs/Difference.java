package dev.carillon.cli.verbs;

import dev.carillon.cli.table.DisplayWidth;
import dev.carillon.cli.table.Style;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What differs between two definitions of a schedule, a line for each field. */
final class Difference {

  private static final int WIDEST = 60;

  private Difference() {}

  static List<String> between(JsonNode before, JsonNode after) {
    Set<String> names = new LinkedHashSet<>(before.propertyNames());
    names.addAll(after.propertyNames());
    List<String> lines = new ArrayList<>();
    for (String name : names) {
      boolean definition = Definition.FIELDS.contains(name) || name.equals("enabled");
      if (definition && !same(before.get(name), after.get(name))) {
        lines.add(line(name, before.get(name), after.get(name)));
      }
    }
    return lines;
  }

  static String line(String name, @Nullable JsonNode before, @Nullable JsonNode after) {
    return "%s: %s → %s".formatted(name, value(before), value(after));
  }

  private static boolean same(@Nullable JsonNode one, @Nullable JsonNode other) {
    return value(one).equals(value(other));
  }

  static String value(@Nullable JsonNode node) {
    if (node == null || node.isNull()) {
      return "(none)";
    }
    String text = node.isString() ? node.asString() : node.toString();
    return text.isEmpty() ? "\"\"" : DisplayWidth.cut(Style.plain(text), WIDEST);
  }
}
