package dev.carillon.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A real JVM with an EmbeddedPostgres in it. */
final class ChildJvm implements AutoCloseable {

  private final Process process;
  private final BufferedReader output;

  private ChildJvm(Process process) {
    this.process = process;
    this.output = process.inputReader(UTF_8);
  }

  static ChildJvm start(Path data) throws IOException {
    return start(data, List.of(), classPath());
  }

  static ChildJvm start(Path data, List<String> prefix, String classPath) throws IOException {
    List<String> command = new ArrayList<>(prefix);
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            classPath,
            Child.class.getName(),
            data.toString()));
    return new ChildJvm(
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
  }

  /** Surefire hides the class path in a jar's manifest; this property has it in full. */
  static String classPath() {
    return Optional.ofNullable(System.getProperty("surefire.test.class.path"))
        .orElse(System.getProperty("java.class.path"));
  }

  static List<Path> classPathEntries() {
    return List.of(classPath().split(File.pathSeparator)).stream().map(Path::of).toList();
  }

  /** What it said of its PostgreSQL. */
  record Ready(int port, ProcessHandle postmaster, ProcessHandle watchdog, String password) {

    Connection connect() throws SQLException {
      return DriverManager.getConnection(EmbeddedPostgres.jdbcUrl(port), "carillon", password);
    }

    /** A zombie, which the machine's first process has yet to collect, is not up. */
    boolean isUp() {
      return !Processes.commandLine(postmaster.pid()).isEmpty();
    }

    void awaitGone() {
      Processes.end(postmaster.pid()).join();
    }
  }

  Ready awaitReady() throws IOException {
    String line = nextLine();
    String[] words = line.split(" ", -1);
    if (!words[0].equals("ready")) {
      throw new AssertionError("expected the child to be ready, but it said: " + line);
    }
    return new Ready(
        Integer.parseInt(words[1]),
        ProcessHandle.of(Long.parseLong(words[2])).orElseThrow(),
        ProcessHandle.of(Long.parseLong(words[3])).orElseThrow(),
        words[4]);
  }

  String nextLine() throws IOException {
    return Optional.ofNullable(output.readLine()).orElse("(end of output)");
  }

  /**
   * The watchdog that it has now. Unlike its pid file, which comes first, the answer says that the
   * watchdog knows what to stop.
   */
  long watchdogPid() throws IOException {
    process.getOutputStream().write('?');
    process.getOutputStream().flush();
    return Long.parseLong(nextLine());
  }

  long pid() {
    return process.pid();
  }

  /** SIGKILL, as the kernel's out-of-memory killer would. */
  void kill() {
    process.destroyForcibly().onExit().join();
  }

  @Override
  public void close() throws IOException {
    process.getOutputStream().close();
    process.onExit().join();
  }
}
