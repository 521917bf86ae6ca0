package dev.carillon.server.config;

import dev.carillon.server.config.Configuration.Shown;
import java.util.List;
import java.util.stream.Collectors;

/** How {@code carillon config} shows the settings. */
public final class Printout {

  private Printout() {}

  /** A table for people. */
  public static String table(Configuration configuration) {
    List<Shown> rows = configuration.shown();
    int key = width(rows.stream().map(Shown::key).toList());
    int value = Math.min(60, width(rows.stream().map(Shown::value).toList()));
    String layout = "%-" + key + "s  %-" + value + "s  %s%n";
    StringBuilder table = new StringBuilder(layout.formatted("KEY", "VALUE", "FROM"));
    for (Shown row : rows) {
      String shown = row.value().isEmpty() ? "-" : row.value();
      table.append(layout.formatted(row.key(), shown, row.source()));
    }
    return table.toString();
  }

  private static int width(List<String> texts) {
    return texts.stream().mapToInt(String::length).max().orElse(1);
  }

  /** One object for scripts. */
  public static String json(Configuration configuration) {
    return configuration.shown().stream()
        .map(row ->
            "{\"key\":%s,\"value\":%s,\"source\":%s}"
                .formatted(quoted(row.key()), quoted(row.value()), quoted(row.source())))
        .collect(Collectors.joining(",\n  ", "{\"items\":[\n  ", "\n]}\n"));
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    text.chars()
        .forEach(c -> {
          if (c == '"' || c == '\\') {
            quoted.append('\\').append((char) c);
          } else if (c < ' ') {
            quoted.append("\\u%04x".formatted(c));
          } else {
            quoted.append((char) c);
          }
        });
    return quoted.append('"').toString();
  }
}
