package dev.carillon.server.config;

import dev.carillon.server.Suggestion;
import dev.carillon.server.UsageException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the command line says. */
final class Flags {

  /** Names the file; it is no setting, since a file cannot name itself. */
  static final String FILE = "--config";

  private Flags() {}

  /** Values by flag. */
  static Map<String, Given> parse(String verb, List<String> arguments) {
    Map<String, Setting<?>> known = new LinkedHashMap<>();
    Setting.ALL.forEach(setting -> known.put(setting.flag(), setting));
    Map<String, Given> given = new LinkedHashMap<>();
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      int equals = argument.indexOf('=');
      String flag = equals < 0 ? argument : argument.substring(0, equals);
      if (!isKnown(known, flag)) {
        throw unknown(verb, known, flag);
      }
      String text;
      if (equals >= 0) {
        text = argument.substring(equals + 1);
      } else if (standsAlone(
          known.get(flag), i + 1 < arguments.size() ? arguments.get(i + 1) : "")) {
        text = "true";
      } else {
        i++;
        text = i < arguments.size() ? arguments.get(i) : "";
      }
      if (text.isEmpty() || (equals < 0 && isKnown(known, text))) {
        throw new UsageException(flag + " expects a value behind it, got none");
      }
      if (given.put(flag, new Given(text, new Source.Flag(flag))) != null) {
        throw new UsageException(flag + " was given twice; once is enough");
      }
    }
    return given;
  }

  private static boolean isKnown(Map<String, Setting<?>> known, String flag) {
    return flag.equals(FILE) || known.containsKey(flag);
  }

  private static boolean standsAlone(@Nullable Setting<?> setting, String next) {
    return setting != null
        && setting.mayStandAlone()
        && !next.equals("true")
        && !next.equals("false");
  }

  private static UsageException unknown(String verb, Map<String, Setting<?>> known, String flag) {
    List<String> words = new ArrayList<>(known.keySet());
    words.add(FILE);
    return new UsageException(
        flag.startsWith("-")
            ? "unknown flag %s%s".formatted(flag, Suggestion.among(words, flag))
            : "%s takes no argument \"%s\"%s".formatted(verb, flag, Suggestion.among(words, flag)));
  }
}
