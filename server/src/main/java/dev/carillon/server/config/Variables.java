package dev.carillon.server.config;

import dev.carillon.server.Suggestion;
import dev.carillon.server.UsageException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** What the environment says. */
final class Variables {

  /** Names the file. */
  static final String FILE = "CARILLON_CONFIG";

  /** Read by the launcher script and by the command line's other verbs, not by the server. */
  private static final Set<String> OTHERS =
      Set.of(
          FILE,
          "CARILLON_JAVA_OPTS",
          "CARILLON_SERVER",
          "CARILLON_PROFILE",
          "CARILLON_TOKEN",
          "CARILLON_ORGANIZATION",
          "CARILLON_AOT");

  /**
   * Kubernetes tells every container of a service named carillon in these words, and gives
   * CARILLON_PORT a meaning of its own: tcp://10.0.0.1:7373.
   */
  private static final Pattern KUBERNETES =
      Pattern.compile("CARILLON_(SERVICE_.*|PORT_\\d+_.*|PORT=tcp://.*)");

  private Variables() {}

  /** Values by key. An empty variable says nothing. */
  static Map<String, Given> parse(Map<String, String> environment) {
    Map<String, Setting<?>> known = new LinkedHashMap<>();
    Setting.ALL.forEach(setting -> known.put(setting.variable(), setting));
    Map<String, Given> given = new LinkedHashMap<>();
    new TreeMap<>(environment)
        .forEach((name, text) -> {
          if (!name.startsWith("CARILLON_")
              || OTHERS.contains(name)
              || KUBERNETES.matcher(name).matches()
              || KUBERNETES.matcher(name + "=" + text).matches()) {
            return;
          }
          Setting<?> setting = known.get(name);
          if (setting == null) {
            throw new UsageException(
                "unknown variable %s%s"
                    .formatted(name, Suggestion.among(List.copyOf(known.keySet()), name)));
          }
          if (!text.isEmpty()) {
            given.put(setting.key(), new Given(text, new Source.Variable(name)));
          }
        });
    return given;
  }
}
