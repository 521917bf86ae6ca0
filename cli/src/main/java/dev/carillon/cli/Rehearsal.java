package dev.carillon.cli;

import com.sun.net.httpserver.HttpServer;
import dev.carillon.cli.verbs.Verbs;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Map;

/**
 * A short life of the command line against answers that stand here, from which the launcher makes
 * its cache of classes: it loads what {@code list} and its neighbours load, and prints nothing.
 */
public final class Rehearsal {

  private static final String SCHEDULE =
      """
      {"id":"018f0000-0000-7000-8000-000000000000","name":"Rehearsal","status":"active",
       "cron":"0 9 * * 1-5","timezone":"UTC","interval_seconds":null,"run_at":null,
       "target":"message","agent_id":"frank","last_run_at":"2026-01-01T09:00:00Z",
       "last_run_status":"success","last_error":null,"next_run_at":"2026-01-02T09:00:00Z",
       "max_retries":3,"retry_delay_seconds":60,"timeout_seconds":1.5,"version":1}\
      """;

  private static final String RUN =
      """
      {"id":"018f0000-0000-7000-8000-000000000001","schedule_id":"018f",
       "scheduled_for":"2026-01-01T09:00:00Z","origin":"schedule","status":"error",
       "duration_ms":12,"lateness_ms":3,"error":{"code":"http_500","message":"no"},"attempts":[]}\
      """;

  private static final String SLOTS =
      """
      {"description":"at 09:00",
       "slots":[{"at":"2026-01-02T09:00:00Z","local":"2026-01-02T09:00:00Z","note":null}]}\
      """;

  private static final Map<String, String> ANSWERS =
      Map.of(
          "runs",
          "{\"items\":[%s],\"next_cursor\":null}".formatted(RUN),
          "upcoming",
          SLOTS,
          "preview",
          SLOTS,
          "schedules",
          "{\"items\":[%s],\"next_cursor\":null}".formatted(SCHEDULE));

  private Rehearsal() {}

  public static void main(String[] arguments) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          String path = exchange.getRequestURI().getPath();
          String last = path.substring(path.lastIndexOf('/') + 1);
          byte[] answer = ANSWERS.getOrDefault(last, SCHEDULE).getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().add("Content-Type", "application/json");
          exchange.sendResponseHeaders(200, answer.length);
          try (var body = exchange.getResponseBody()) {
            body.write(answer);
          }
        });
    server.start();
    String url = "http://127.0.0.1:" + server.getAddress().getPort();
    verb(url, "list");
    verb(url, "show", "Rehearsal");
    verb(url, "history", "Rehearsal");
    verb(url, "pause", "Rehearsal");
    verb(url, "create", "--url", "https://example.com", "--when", "every weekday at 9am");
    // Its input is empty, and so it ends at once.
    verb(url, "mcp");
    verb(url, "no-such-verb");
    server.stop(0);
    System.exit(0);
  }

  private static void verb(String url, String... arguments) {
    Surroundings silent =
        new Surroundings(
            new PrintWriter(Writer.nullWriter()),
            new PrintWriter(Writer.nullWriter()),
            Map.of("CARILLON_SERVER", url, "CARILLON_TOKEN", "rehearsal"),
            Path.of("").toAbsolutePath(),
            true,
            InstantSource.fixed(Instant.parse("2026-01-01T12:00:00Z")),
            ZoneOffset.UTC,
            _ -> false);
    int code = Verbs.run(silent, arguments);
    if (code == 1) {
      throw new IllegalStateException("a verb of the rehearsal failed: " + arguments[0]);
    }
  }
}
