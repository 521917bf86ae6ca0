package dev.carillon.postgres;

import java.util.Map;
import java.util.TreeMap;

/**
 * The settings PostgreSQL runs with: our defaults for a small machine, and over them what the
 * configuration asks for. They are a file that {@code postgresql.conf} includes, written anew at
 * each start.
 */
final class ServerSettings {

  /** In the cluster, beside {@code postgresql.conf}. */
  static final String FILE = "carillon.conf";

  /**
   * The rare checkpoint (15 min, 2 GB) keeps images of full pages in the WAL few; the price is up
   * to half a minute of recovery after a crash. They are not compressed, as PostgreSQL has it by
   * itself: the packaged programs are built without lz4, and pglz took a tenth of a drain's
   * processor time to save a sixth of its WAL.
   */
  private static final Map<String, String> DEFAULTS =
      Map.ofEntries(
          Map.entry("autovacuum", "on"),
          Map.entry("checkpoint_timeout", "15min"),
          Map.entry("full_page_writes", "on"),
          Map.entry("fsync", "on"),
          Map.entry("jit", "off"),
          Map.entry("log_line_prefix", "%m [%p] "),
          Map.entry("log_min_messages", "warning"),
          Map.entry("log_timezone", "UTC"),
          Map.entry("max_connections", "50"),
          Map.entry("max_wal_size", "2GB"),
          // Once made, so many files for WAL are kept: making one holds up every commit meanwhile.
          Map.entry("min_wal_size", "512MB"),
          Map.entry("shared_buffers", "128MB"),
          Map.entry("synchronous_commit", "on"),
          Map.entry("timezone", "UTC"));

  private ServerSettings() {}

  static String text(Map<String, String> changed) {
    Map<String, String> settings = new TreeMap<>(DEFAULTS);
    settings.putAll(changed);
    StringBuilder text =
        new StringBuilder(
            "# PostgreSQL "
                + Binaries.VERSION
                + ". Written by Carillon at each start: change them in its configuration.\n");
    settings.forEach(
        (name, value) -> text.append(name).append(" = ").append(quoted(value)).append('\n'));
    return text.toString();
  }

  private static String quoted(String value) {
    return "'" + value.replace("\\", "\\\\").replace("'", "''") + "'";
  }
}
