package dev.carillon.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The real server in a process of its own, with an embedded PostgreSQL; one for all tests. */
final class LocalServer {

  private static final Pattern READY = Pattern.compile("Carillon is ready at (http://\\S+) .*");
  private static final AtomicInteger ORGANIZATIONS = new AtomicInteger();
  private static LocalServer only;

  private final Path directory;
  private final Process process;
  private final String url;

  private LocalServer() throws IOException {
    directory = Files.createTempDirectory("carillon-cli-test");
    ProcessBuilder builder =
        new ProcessBuilder(
                java(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx256m",
                "-cp",
                classPath(),
                "dev.carillon.server.Main",
                "serve",
                "--data",
                data().toString(),
                "--port",
                "0",
                "--allow-private-targets")
            .redirectError(directory.resolve("log").toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("CARILLON_"));
    process = builder.start();
    Runtime.getRuntime().addShutdownHook(new Thread(this::end));
    BufferedReader output = process.inputReader(UTF_8);
    String line = Optional.ofNullable(output.readLine()).orElse("(nothing)");
    Matcher ready = READY.matcher(line);
    if (!ready.matches()) {
      throw new IllegalStateException(line + Files.readString(directory.resolve("log")));
    }
    url = ready.group(1);
  }

  static synchronized LocalServer running() {
    try {
      if (only == null) {
        only = new LocalServer();
      }
      return only;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /** Surefire hides the class path in a jar's manifest; this property has it in full. */
  static String classPath() {
    return Optional.ofNullable(System.getProperty("surefire.test.class.path"))
        .orElse(System.getProperty("java.class.path"));
  }

  Path data() {
    return directory.resolve("data");
  }

  Path directory() {
    return directory;
  }

  String url() {
    return url;
  }

  /** Somebody at a command line, in a new organization: nobody else's schedules are in it. */
  Person person() throws IOException, InterruptedException {
    String name = "org" + ORGANIZATIONS.incrementAndGet();
    String token = Files.readString(data().resolve("operator.token")).strip();
    try (HttpClient http = HttpClient.newHttpClient()) {
      HttpResponse<String> made =
          http.send(
              HttpRequest.newBuilder(URI.create(url + "/api/v1/orgs"))
                  .header("Authorization", "Bearer " + token)
                  .POST(HttpRequest.BodyPublishers.ofString("{\"name\":\"%s\"}".formatted(name)))
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      if (made.statusCode() != 201) {
        throw new IllegalStateException(made.body());
      }
    }
    return new Person(this, name);
  }

  private void end() {
    process.destroy();
    process.onExit().join();
    try (Stream<Path> files = Files.walk(directory)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What a verb printed, and its exit code. */
  record Said(int code, String out, String err) {

    /** The output of a verb that succeeded. */
    String ok() {
      if (code != 0) {
        throw new AssertionError("exit code " + code + "\n" + out + err);
      }
      return out;
    }
  }

  /** One who types verbs, with an environment of their own. */
  static final class Person {

    private final LocalServer server;
    private final Map<String, String> environment = new HashMap<>();
    private boolean terminal;
    private int looks = 100_000;
    private InstantSource clock = Clock.systemUTC();

    Person(LocalServer server, String organization) {
      this.server = server;
      environment.put("CARILLON_DATA", server.data().toString());
      environment.put("CARILLON_ORGANIZATION", organization);
      environment.put("HOME", server.directory().toString());
    }

    Person set(String variable, String value) {
      environment.put(variable, value);
      return this;
    }

    String variable(String variable) {
      return environment.get(variable);
    }

    Person unset(String variable) {
      environment.remove(variable);
      return this;
    }

    Person atTerminal() {
      terminal = true;
      return this;
    }

    /** Lives so much later than the server. */
    Person later(Duration duration) {
      clock = Clock.offset(Clock.systemUTC(), duration);
      return this;
    }

    /** Gives up waiting after so many rests. */
    Person patience(int rests) {
      looks = rests;
      return this;
    }

    Said types(String... arguments) {
      StringWriter out = new StringWriter();
      StringWriter err = new StringWriter();
      AtomicInteger rests = new AtomicInteger();
      Surroundings surroundings =
          new Surroundings(
              new PrintWriter(out),
              new PrintWriter(err),
              environment,
              server.directory(),
              terminal,
              clock,
              ZoneId.of("Europe/Berlin"),
              duration -> {
                java.util.concurrent.locks.LockSupport.parkNanos(
                    Math.min(duration.toNanos(), 50_000_000));
                return rests.incrementAndGet() < looks;
              });
      int code = dev.carillon.cli.verbs.Verbs.run(surroundings, arguments);
      return new Said(code, out.toString(), err.toString());
    }
  }
}
