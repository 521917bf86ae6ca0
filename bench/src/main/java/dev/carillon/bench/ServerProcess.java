package dev.carillon.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A server in a process of its own, as the script carillon starts it, on the given database. */
final class ServerProcess implements AutoCloseable {

  private static final Pattern READY = Pattern.compile(".*ready at (http://\\S+).*");

  /** Those of the script carillon, besides the collector. */
  private static final List<String> JVM =
      List.of(
          "-XX:+UseCompactObjectHeaders",
          "-XX:+ExitOnOutOfMemoryError",
          "-Xms32m",
          "-Xmx512m",
          "--enable-native-access=ALL-UNNAMED");

  private final BenchDatabase database;
  private final Process process;
  private final Path directory;
  private final URI url;
  private final String token;

  private ServerProcess(
      BenchDatabase database, Process process, Path directory, URI url, String token) {
    this.database = database;
    this.process = process;
    this.directory = directory;
    this.url = url;
    this.token = token;
  }

  static ServerProcess start(BenchDatabase database, Options options) {
    try {
      Path directory = Files.createTempDirectory("carillon-bench-server");
      List<String> command = new ArrayList<>(List.of(tool("java")));
      command.addAll(Collector.options());
      command.addAll(JVM);
      if (options.profile()) {
        command.add("-XX:StartFlightRecording:name=bench,settings=profile");
        command.add("-Xlog:jfr*=off");
      }
      command.addAll(List.of("-cp", System.getProperty("java.class.path")));
      command.addAll(List.of("dev.carillon.server.Main", "serve", "--port", "0", "--log", "warn"));
      command.addAll(List.of("--data", directory.toString(), "--db-url", database.url()));
      command.add("--allow-private-targets");
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      URI url = ready(process);
      String token = Files.readString(directory.resolve("operator.token")).strip();
      return new ServerProcess(database, process, directory, url, token);
    } catch (IOException e) {
      throw new IllegalStateException("cannot start a server: " + e.getMessage(), e);
    }
  }

  private static String tool(String name) {
    return Path.of(System.getProperty("java.home"), "bin", name).toString();
  }

  private static URI ready(Process process) throws IOException {
    BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      Matcher ready = READY.matcher(line);
      if (ready.matches()) {
        return URI.create(ready.group(1));
      }
    }
    throw new IllegalStateException("the server ended before it was ready");
  }

  BenchDatabase database() {
    return database;
  }

  URI url() {
    return url;
  }

  String token() {
    return token;
  }

  /** Processor times so far, in microseconds. */
  record Cpu(long server, long postgres, long bench, long atNanos) {

    /** What one request or delivery took of it on each side. */
    void reportSince(Cpu before, long count, Report.Section section) {
      double per = Math.max(1, count);
      double seconds = (atNanos - before.atNanos) / 1e9;
      section
          .put("server_cpu_us_each", (server - before.server) / per)
          .put("postgres_cpu_us_each", (postgres - before.postgres) / per)
          .put("bench_cpu_us_each", (bench - before.bench) / per)
          .put("server_cores", (server - before.server) / 1e6 / seconds)
          .put("postgres_cores", (postgres - before.postgres) / 1e6 / seconds)
          .put("load_average", Machine.loadAverage());
    }
  }

  Cpu cpu() {
    return new Cpu(
        CpuTimes.of(process.pid()),
        database.cpuMicros(),
        CpuTimes.ofThisProcess(),
        System.nanoTime());
  }

  Map<String, Long> cpuOfThreads() {
    return CpuTimes.ofThreads(Long.toString(process.pid()));
  }

  /** What its flight recorder has seen since it began, or since the last time. */
  Path recording() {
    Path file = directory.resolve("server.jfr");
    run(tool("jcmd"), Long.toString(process.pid()), "JFR.dump", "name=bench", "filename=" + file);
    return file;
  }

  private static void run(String... command) {
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      process.waitFor();
    } catch (IOException e) {
      throw new IllegalStateException(command[0] + " failed: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(60, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
      try (Stream<Path> files = Files.walk(directory)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      process.destroyForcibly();
    } catch (IOException e) {
      System.err.println("Could not remove " + directory + ": " + e.getMessage());
    }
  }
}
