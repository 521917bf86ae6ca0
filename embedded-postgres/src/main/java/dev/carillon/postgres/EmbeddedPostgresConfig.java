package dev.carillon.postgres;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Where the embedded PostgreSQL keeps its files, which of its settings differ from our defaults,
 * and how long a start may take (crash recovery included).
 */
public record EmbeddedPostgresConfig(
    Path dataDirectory, Map<String, String> settings, Duration startTimeout) {

  /** Long enough to replay the 2 GB of WAL that {@code max_wal_size} allows on a slow disk. */
  public static final Duration DEFAULT_START_TIMEOUT = Duration.ofMinutes(2);

  private static final Pattern NAME = Pattern.compile("[a-z_][a-z0-9_.]*");

  /**
   * Turned off, an acknowledged commit could be lost: the one promise this database is here for.
   */
  private static final Map<String, Set<String>> DURABLE_VALUES =
      Map.of(
          "fsync", Set.of("on", "true", "yes", "1"),
          "full_page_writes", Set.of("on", "true", "yes", "1"),
          "synchronous_commit",
              Set.of("on", "true", "yes", "1", "local", "remote_write", "remote_apply"));

  /** How we find, reach and stop the server hangs on these. */
  private static final Set<String> OURS =
      Set.of(
          "config_file",
          "data_directory",
          "external_pid_file",
          "hba_file",
          "listen_addresses",
          "log_destination",
          "logging_collector",
          "port",
          "unix_socket_directories");

  public EmbeddedPostgresConfig {
    Map<String, String> checked = new LinkedHashMap<>();
    settings.forEach((name, value) -> checked.put(checkedName(name), value));
    checked.forEach(EmbeddedPostgresConfig::checkValue);
    settings = Map.copyOf(checked);
    if (startTimeout.isNegative() || startTimeout.isZero()) {
      throw new IllegalArgumentException(
          "The start timeout must be longer than nothing, got " + startTimeout + ".");
    }
  }

  /** The defaults, in this directory. */
  public static EmbeddedPostgresConfig in(Path dataDirectory) {
    return new EmbeddedPostgresConfig(dataDirectory, Map.of(), DEFAULT_START_TIMEOUT);
  }

  /** The same with one PostgreSQL setting changed, such as {@code shared_buffers} to 512MB. */
  public EmbeddedPostgresConfig withSetting(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(settings);
    more.put(name, value);
    return new EmbeddedPostgresConfig(dataDirectory, more, startTimeout);
  }

  public EmbeddedPostgresConfig withSettings(Map<String, String> changed) {
    Map<String, String> more = new LinkedHashMap<>(settings);
    more.putAll(changed);
    return new EmbeddedPostgresConfig(dataDirectory, more, startTimeout);
  }

  public EmbeddedPostgresConfig withStartTimeout(Duration timeout) {
    return new EmbeddedPostgresConfig(dataDirectory, settings, timeout);
  }

  private static String checkedName(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (!NAME.matcher(lower).matches()) {
      throw new IllegalArgumentException(
          "Expected the name of a PostgreSQL setting such as shared_buffers, got \"%s\"."
              .formatted(name));
    }
    if (OURS.contains(lower)) {
      throw new IllegalArgumentException(
          ("The setting %s of the embedded PostgreSQL is Carillon's own and cannot be changed. To"
                  + " choose it yourself, run your own PostgreSQL and give its jdbc:postgresql:"
                  + " URL.")
              .formatted(lower));
    }
    return lower;
  }

  private static void checkValue(String name, String value) {
    if (value.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException(
          "The value of the PostgreSQL setting %s contains a control character.".formatted(name));
    }
    Set<String> durable = DURABLE_VALUES.get(name);
    if (durable != null && !durable.contains(value.strip().toLowerCase(Locale.ROOT))) {
      throw new IllegalArgumentException(
          ("The setting %s must stay on, got \"%s\": without it, what Carillon acknowledged could"
                  + " be lost in a crash. Leave it out; for more throughput raise shared_buffers or"
                  + " max_wal_size instead.")
              .formatted(name, value));
    }
  }
}
