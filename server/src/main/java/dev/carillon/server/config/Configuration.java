package dev.carillon.server.config;

import dev.carillon.engine.dispatch.DispatchConfig;
import dev.carillon.server.UsageException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * All settings of one process. Defaults, then the file, the environment and the flags; the later
 * wins. Nothing is read after it was made, so that what {@code carillon config} prints is what a
 * server started in the same place works by.
 */
public final class Configuration {

  private static final Pattern PASSWORD =
      Pattern.compile("(?i)(?:(password=|pass=)[^&]*|(//[^/?@:]*:)[^?]*(?=@))");

  private final Map<String, Given> given;
  private final Map<String, Object> values = new HashMap<>();

  private Configuration(Map<String, Given> given) {
    this.given = given;
    for (Setting<?> setting : Setting.ALL) {
      values.put(setting.key(), read(setting, given(setting)));
    }
    // Relations between settings are the engine's to check.
    dispatch("check", null);
  }

  /** What stands when nobody chose anything. */
  public static Configuration defaults() {
    return new Configuration(Map.of());
  }

  /** What code chose: values by key, as they would stand in the file. */
  public static Configuration of(Map<String, String> chosen) {
    Map<String, Given> given = new HashMap<>();
    chosen.forEach((key, text) -> given.put(key, new Given(text, new Source.Code())));
    return new Configuration(given);
  }

  /**
   * Reads everything that has a say.
   *
   * @param verb what the command line asks for, such as serve, for messages
   * @throws UsageException if a key is unknown or a value is not what its key expects
   */
  public static Configuration load(
      String verb, List<String> flags, Map<String, String> environment) {
    Map<String, Given> fromFlags = Flags.parse(verb, flags);
    Map<String, Given> above = Variables.parse(environment);
    for (Setting<?> setting : Setting.ALL) {
      Given flag = fromFlags.get(setting.flag());
      if (flag != null) {
        above.put(setting.key(), flag);
      }
    }
    Map<String, Given> all = new LinkedHashMap<>(file(fromFlags, environment, above));
    all.putAll(above);
    return new Configuration(all);
  }

  /** The file that is named, or else the one in the data directory if there is one. */
  private static Map<String, Given> file(
      Map<String, Given> flags, Map<String, String> environment, Map<String, Given> above) {
    Given flag = flags.get(Flags.FILE);
    String variable = environment.getOrDefault(Variables.FILE, "");
    if (flag != null || !variable.isEmpty()) {
      return SettingsFile.read(Path.of(flag == null ? variable : flag.text()));
    }
    Given data = above.getOrDefault(Setting.DATA.key(), fallback(Setting.DATA));
    Path found = read(Setting.DATA, data).resolve(SettingsFile.NAME);
    if (!Files.exists(found)) {
      return Map.of();
    }
    Map<String, Given> read = SettingsFile.read(found);
    Given moved = read.get(Setting.DATA.key());
    if (moved != null) {
      throw new UsageException(
          ("%s: data cannot be chosen by a file that was found in the data directory itself; give"
                  + " it with --data, or name the file with --config")
              .formatted(moved.source()));
    }
    return read;
  }

  private static Given fallback(Setting<?> setting) {
    return new Given(setting.fallback(), new Source.Default());
  }

  private Given given(Setting<?> setting) {
    return given.getOrDefault(setting.key(), fallback(setting));
  }

  private static <T> T read(Setting<T> setting, Given given) {
    @Nullable T value = setting.kind().read().apply(given.text());
    if (value == null) {
      String where =
          given.source() instanceof Source.Line line
              ? line + ": " + setting.key()
              : given.source().toString();
      throw new UsageException(
          "%s expects %s%s"
              .formatted(
                  where,
                  setting.kind().expected(),
                  setting.secret() ? "" : ", got \"" + given.text() + "\""));
    }
    return value;
  }

  /** What stands. */
  @SuppressWarnings("unchecked") // read() has put a value of the setting's own type there
  public <T> T value(Setting<T> setting) {
    return (T) Objects.requireNonNull(values.get(setting.key()));
  }

  public Path data() {
    return value(Setting.DATA);
  }

  public int port() {
    return value(Setting.PORT);
  }

  /** A database of the operator's own, or null for the embedded one. */
  public @Nullable String dbUrl() {
    return value(Setting.DB_URL).orElse(null);
  }

  /** The numbers the engine works by. */
  public DispatchConfig dispatch(String name, @Nullable String place) {
    DispatchConfig.Builder builder =
        DispatchConfig.named(name)
            .lease(value(Setting.LEASE))
            .pollInterval(value(Setting.POLL_INTERVAL))
            .beginBatch(value(Setting.MAX_PER_POLL))
            .maxConcurrent(value(Setting.MAX_CONCURRENT), value(Setting.MAX_CONCURRENT_PER_ORG))
            .shutdownGrace(value(Setting.SHUTDOWN_GRACE))
            .maxRunHistory(value(Setting.MAX_RUN_HISTORY));
    return (place == null ? builder : builder.place(place)).build();
  }

  /** One line of what {@code carillon config} prints. */
  public record Shown(String key, String value, String source) {}

  /** Every setting as people may see it: no password. */
  public List<Shown> shown() {
    return Setting.ALL.stream()
        .map(setting -> {
          Given stands = given(setting);
          String text =
              setting.secret()
                  ? PASSWORD.matcher(stands.text()).replaceAll("$1$2***")
                  : stands.text();
          return new Shown(setting.key(), text, stands.source().toString());
        })
        .toList();
  }

  /** What somebody chose, or nothing where the default stands. */
  public Optional<String> chosen(Setting<?> setting) {
    return Optional.ofNullable(given.get(setting.key())).map(Given::text);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Configuration that && values.equals(that.values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  @Override
  public String toString() {
    return shown().toString();
  }
}
