package dev.carillon.cli;

import dev.carillon.cli.verbs.Verbs;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
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

  private static final String LENGTH = "Content-Length:";

  private Rehearsal() {}

  public static void main(String[] arguments) throws IOException {
    ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofPlatform().daemon().start(() -> answer(socket));
    String url = "http://127.0.0.1:" + socket.getLocalPort();
    switch (arguments[0]) {
      case "look" -> {
        verb(url, "list");
        verb(url, "show", "Rehearsal");
        verb(url, "history", "Rehearsal");
      }
      case "act" -> {
        verb(url, "pause", "Rehearsal");
        verb(url, "create", "--url", "https://example.com", "--when", "every weekday at 9am");
        // Its input is empty, and so it ends at once.
        verb(url, "mcp");
        verb(url, "no-such-verb");
      }
      default -> throw new IllegalArgumentException("expected look or act, got " + arguments[0]);
    }
    System.exit(0);
  }

  /**
   * A server of sockets alone, since whatever one of the JDK's would load is loaded by every start
   * from the cache. Each connection carries one request.
   */
  private static void answer(ServerSocket socket) {
    while (true) {
      try (Socket connection = socket.accept()) {
        BufferedReader in =
            new BufferedReader(
                new InputStreamReader(connection.getInputStream(), StandardCharsets.US_ASCII));
        String path = in.readLine().split(" ", 3)[1].split("\\?", 2)[0];
        int length = 0;
        for (String line = in.readLine(); !line.isEmpty(); line = in.readLine()) {
          if (line.regionMatches(true, 0, LENGTH, 0, LENGTH.length())) {
            length = Integer.parseInt(line.substring(LENGTH.length()).strip());
          }
        }
        in.skip(length);
        String last = path.substring(path.lastIndexOf('/') + 1);
        String body = ANSWERS.getOrDefault(last, SCHEDULE);
        String head =
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n%s %d\r\nConnection: close\r\n\r\n"
                .formatted(LENGTH, body.length());
        connection.getOutputStream().write((head + body).getBytes(StandardCharsets.US_ASCII));
      } catch (IOException e) {
        throw new UncheckedIOException("the rehearsal cannot be answered", e);
      }
    }
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
