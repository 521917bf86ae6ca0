package dev.carillon.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The program in a process of its own, as people run it. */
final class CarillonProcess implements AutoCloseable {

  /** Generous: test machines are slow and do other things besides. */
  private static final long PATIENCE_SECONDS = 120;

  private static final Pattern READY = Pattern.compile("Carillon is ready at (http://\\S+) .*");
  private static final Pattern LINK = Pattern.compile("Sign in at (http://\\S+) .*");

  private final Process process;
  private final BufferedReader output;
  private final Path data;
  private final Path log;
  private final String url;

  private CarillonProcess(Process process, Path data, Path log) {
    this.process = process;
    this.data = data;
    this.log = log;
    output = process.inputReader(UTF_8);
    try {
      url = next(READY);
    } catch (RuntimeException e) {
      process.destroyForcibly();
      throw e;
    }
  }

  /**
   * Starts a server and waits until it is ready. Its targets may be on this machine.
   *
   * @param port 0 for any that is free
   */
  static CarillonProcess serve(Path data, int port) {
    Path log = data.resolveSibling(data.getFileName() + ".log");
    try {
      Process process =
          new ProcessBuilder(
                  List.of(
                      Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                      "-XX:TieredStopAtLevel=1",
                      "-XX:+UseSerialGC",
                      "--enable-native-access=ALL-UNNAMED",
                      "-cp",
                      classPath(),
                      "dev.carillon.server.Main",
                      "serve",
                      "--data",
                      data.toString(),
                      "--port",
                      Integer.toString(port),
                      "--allow-private-targets"))
              .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
              .start();
      return new CarillonProcess(process, data, log);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start the server", e);
    }
  }

  /** Surefire hides the class path in a jar's manifest; this property has it in full. */
  private static String classPath() {
    return Optional.ofNullable(System.getProperty("surefire.test.class.path"))
        .orElseGet(() -> System.getProperty("java.class.path"));
  }

  private String next(Pattern wanted) {
    String line =
        CompletableFuture.supplyAsync(this::line)
            .orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS)
            .join();
    Matcher matcher = wanted.matcher(line);
    if (!matcher.matches()) {
      throw new IllegalStateException("the server said: " + line + "\n" + log());
    }
    return matcher.group(1);
  }

  private String line() {
    try {
      return Optional.ofNullable(output.readLine()).orElse("(end of output)");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String log() {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      return "(its log cannot be read: " + e + ")";
    }
  }

  String url() {
    return url;
  }

  int port() {
    return URI.create(url).getPort();
  }

  /** The link that it printed; it signs in once. */
  String signInLink() {
    return next(LINK);
  }

  String operatorToken() {
    try {
      return Files.readString(data.resolve("operator.token")).strip();
    } catch (IOException e) {
      throw new UncheckedIOException("the operator's token can be read", e);
    }
  }

  /** SIGKILL, as a crash would. */
  void kill() {
    process.destroyForcibly().onExit().join();
  }

  /** SIGTERM, and its end. */
  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        kill();
      }
    } catch (InterruptedException e) {
      kill();
      Thread.currentThread().interrupt();
    }
  }
}
