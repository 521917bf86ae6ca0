package dev.carillon.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The program in a process of its own, as people run it. */
final class ServerProcess implements AutoCloseable {

  /** Generous: test machines are slow and do other things besides. */
  static final Duration PATIENCE = Duration.ofMinutes(2);

  private static final Pattern READY =
      Pattern.compile("Carillon is ready at (http://127\\.0\\.0\\.1:\\d+) \\(data in .*\\)");

  private final Process process;
  private final Path log;
  private final BufferedReader output;
  private final HttpClient http = HttpClient.newHttpClient();
  private String url = "";

  private ServerProcess(Process process, Path log) {
    this.process = process;
    this.log = log;
    output = process.inputReader(UTF_8);
  }

  /** Starts it with these arguments, and with its standard error in a file beside the data. */
  static ServerProcess run(Path directory, Map<String, String> environment, String... arguments)
      throws IOException {
    List<String> options =
        List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", classPath());
    return runWith(options, directory, environment, arguments);
  }

  /** The same with these options for the JVM, the class path among them. */
  static ServerProcess runWith(
      List<String> options, Path directory, Map<String, String> environment, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>(List.of(java()));
    command.addAll(options);
    command.add(Main.class.getName());
    command.addAll(List.of(arguments));
    Path log = Files.createTempFile(directory, "server", ".log");
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(log.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("CARILLON_"));
    builder.environment().putAll(environment);
    return new ServerProcess(builder.start(), log);
  }

  /** Starts a server on this data directory and waits until it says that it is ready. */
  static ServerProcess serve(Path data) throws IOException {
    ServerProcess server =
        run(parent(data), Map.of(), "serve", "--data", data.toString(), "--port", "0");
    server.awaitReady();
    return server;
  }

  static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  private static Path parent(Path path) {
    return Optional.ofNullable(path.getParent()).orElseThrow();
  }

  /** Surefire hides the class path in a jar's manifest; this property has it in full. */
  static String classPath() {
    return Optional.ofNullable(System.getProperty("surefire.test.class.path"))
        .orElse(System.getProperty("java.class.path"));
  }

  String awaitReady() {
    String line = nextLine();
    Matcher ready = READY.matcher(line);
    assertThat(ready.matches())
        .as("the first line was: %s; the log says: %s", line, log())
        .isTrue();
    url = ready.group(1);
    return line;
  }

  String nextLine() {
    return CompletableFuture.supplyAsync(
            () -> {
              try {
                return Optional.ofNullable(output.readLine()).orElse("(end of output)");
              } catch (IOException e) {
                return "(" + e + ")";
              }
            })
        .orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
        .join();
  }

  String log() {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      throw new AssertionError("the log can be read", e);
    }
  }

  int port() {
    return URI.create(url).getPort();
  }

  HttpResponse<String> get(String path) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(URI.create(url + path)).timeout(PATIENCE).build();
    return http.send(request, HttpResponse.BodyHandlers.ofString());
  }

  /** Waits until the server says that it is, or is not, ready. */
  void awaitReadyz(int status) {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(50))
        .untilAsserted(() -> assertThat(get("/readyz").statusCode()).isEqualTo(status));
  }

  /** SIGTERM; returns the exit code. */
  int stop() throws InterruptedException {
    process.toHandle().destroy(); // unlike the process, it leaves the output readable
    return exitCode();
  }

  /** SIGKILL. */
  void kill() {
    process.destroyForcibly().onExit().join();
  }

  int exitCode() throws InterruptedException {
    assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).as("it ends").isTrue();
    return process.exitValue();
  }

  @Override
  public void close() {
    http.close();
    process.destroyForcibly().onExit().join();
  }
}
