package dev.carillon.server.config;

import dev.carillon.server.Suggestion;
import dev.carillon.server.UsageException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The file: one {@code key = value} to a line. A line that begins with {@code #} is a comment;
 * behind a value there is none, since URLs and passwords may hold any character.
 */
final class SettingsFile {

  /** Where it is looked for in the data directory when nobody names one. */
  static final String NAME = "carillon.conf";

  private SettingsFile() {}

  /** Values by key. */
  static Map<String, Given> read(Path file) {
    List<String> lines;
    try {
      lines = Files.readAllLines(file);
    } catch (CharacterCodingException e) {
      throw new UsageException("expected %s to be text in UTF-8, but it is not".formatted(file), e);
    } catch (IOException e) {
      throw new UsageException(
          "expected to be able to read the configuration file %s, but: %s".formatted(file, e), e);
    }
    Map<String, Given> given = new HashMap<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        add(given, line, new Source.Line(file.toString(), i + 1));
      }
    }
    return given;
  }

  private static void add(Map<String, Given> given, String line, Source.Line source) {
    int equals = line.indexOf('=');
    if (equals < 0) {
      throw new UsageException(
          "%s: expected a line such as port = 7373, got \"%s\"".formatted(source, firstWord(line)));
    }
    String key = line.substring(0, equals).strip();
    List<String> keys = Setting.ALL.stream().<String>map(Setting::key).toList();
    if (!keys.contains(key)) {
      throw new UsageException(
          "%s: unknown key %s%s".formatted(source, key, Suggestion.among(keys, key)));
    }
    Given before = given.put(key, new Given(line.substring(equals + 1).strip(), source));
    if (before != null) {
      throw new UsageException(
          "%s: %s stands in this file twice, first at %s; once is enough"
              .formatted(source, key, before.source()));
    }
  }

  /** The rest of a line that makes no sense may hold a password. */
  private static String firstWord(String line) {
    String word = line.split("\\s", 2)[0];
    return word.length() == line.length() ? word : word + " …";
  }
}
