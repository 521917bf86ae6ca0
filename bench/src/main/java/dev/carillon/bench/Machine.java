package dev.carillon.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What the numbers were measured on; without it they say nothing. */
final class Machine {

  private static final String SETTINGS =
      """
      select string_agg(name || '=' || current_setting(name), ' ' order by name)
      from pg_settings
      where source in ('configuration file', 'command line')
        and name not in ('port', 'listen_addresses', 'unix_socket_directories', 'TimeZone',
                         'log_timezone', 'log_line_prefix', 'lc_messages', 'lc_monetary',
                         'lc_numeric', 'lc_time', 'default_text_search_config')
         or name in ('fsync', 'synchronous_commit', 'full_page_writes')
      """;

  private Machine() {}

  static void describe(BenchDatabase database, Report report) {
    Runtime jvm = Runtime.getRuntime();
    report
        .section("machine")
        .put("commit", System.getProperty("carillon.commit", "unknown"))
        .put("cpu", first("/proc/cpuinfo", "model name"))
        .put("cores", jvm.availableProcessors())
        .put("memory", first("/proc/meminfo", "MemTotal"))
        .put("kernel", System.getProperty("os.name") + " " + System.getProperty("os.version"))
        .put("jdk", System.getProperty("java.vm.name") + " " + Runtime.version())
        .put("heap_mb_max", jvm.maxMemory() >> 20)
        .put("postgresql", database.row("show server_version").getFirst())
        .put("settings", database.row(SETTINGS).getFirst())
        .put("load_average", loadAverage());
  }

  /** Others at work on the machine show here; numbers taken then mean little. */
  static String loadAverage() {
    try {
      return String.join(
          " ", List.of(Files.readString(Path.of("/proc/loadavg")).split(" ", -1)).subList(0, 3));
    } catch (IOException e) {
      return "unknown";
    }
  }

  private static String first(String file, String field) {
    try {
      return Files.readAllLines(Path.of(file)).stream()
          .filter(line -> line.startsWith(field))
          .findFirst()
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .orElse("unknown");
    } catch (IOException e) {
      return "unknown";
    }
  }
}
