package dev.carillon.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The servers a person uses, by name: sections of {@code key = value} in one file. */
final class Profiles {

  static final String DEFAULT = "default";

  private static final List<String> KEYS = List.of("server", "token", "organization", "data");

  private final Path file;
  private final Map<String, Map<String, String>> sections;

  private Profiles(Path file, Map<String, Map<String, String>> sections) {
    this.file = file;
    this.sections = sections;
  }

  /** Where it is looked for. */
  static Path place(Map<String, String> environment) {
    String configured = environment.get("XDG_CONFIG_HOME");
    Path base =
        configured == null || configured.isEmpty()
            ? Path.of(environment.getOrDefault("HOME", "."), ".config")
            : Path.of(configured);
    return base.resolve("carillon").resolve("profiles");
  }

  static Profiles read(Path file) {
    Map<String, Map<String, String>> sections = new LinkedHashMap<>();
    if (!Files.exists(file)) {
      return new Profiles(file, sections);
    }
    List<String> lines;
    try {
      lines = Files.readAllLines(file);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "expected to be able to read %s, but: %s".formatted(file, e), e);
    }
    Map<String, String> section = null;
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      if (line.startsWith("[") && line.endsWith("]")) {
        section =
            sections.computeIfAbsent(
                line.substring(1, line.length() - 1).strip(), _ -> new HashMap<>());
      } else {
        put(section, line, file + ":" + (i + 1));
      }
    }
    return new Profiles(file, sections);
  }

  private static void put(@Nullable Map<String, String> section, String line, String where) {
    int equals = line.indexOf('=');
    String key = equals < 0 ? "" : line.substring(0, equals).strip();
    // The line itself is not repeated: it may be a token.
    if (section == null || !KEYS.contains(key)) {
      throw new IllegalArgumentException(
          "%s: expected [NAME] and below it lines of %s = VALUE"
              .formatted(where, String.join(", ", KEYS)));
    }
    section.put(key, line.substring(equals + 1).strip());
  }

  /**
   * The values of a profile; none for the default one if nobody wrote it.
   *
   * @param name null for the default one
   */
  Map<String, String> named(@Nullable String name) {
    Map<String, String> section = sections.get(name == null ? DEFAULT : name);
    if (section == null && name != null) {
      throw new IllegalArgumentException(
          "expected a profile of %s, got \"%s\"; there %s"
              .formatted(
                  file,
                  name,
                  sections.isEmpty() ? "are none" : "are " + String.join(", ", sections.keySet())));
    }
    return section == null ? Map.of() : section;
  }
}
