package dev.carillon.server.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.carillon.server.ApiServer;
import dev.carillon.server.ApiServer.Client;
import dev.carillon.server.web.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Traces, as a real collector and a real target see them. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class TracingTest {

  /** What the collector got, in hexadecimal digits: ids are bytes there. */
  private static final List<String> EXPORTED = new CopyOnWriteArrayList<>();

  /** The run and the header of each call that the target got. */
  private static final List<String> CALLS = new CopyOnWriteArrayList<>();

  private static final HttpServer HTTP = http();

  @RegisterExtension
  static final ApiServer API =
      new ApiServer(
          UnaryOperator.identity(),
          Map.of("allow_private_targets", "true", "otel.endpoint", url("")));

  private static HttpServer http() {
    try {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
      server.createContext(
          "/v1/traces",
          exchange -> {
            EXPORTED.add(HexFormat.of().formatHex(exchange.getRequestBody().readAllBytes()));
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
          });
      server.createContext(
          "/target",
          exchange -> {
            String body =
                new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            CALLS.add(
                Json.stored(body).get("run_id").asString()
                    + " "
                    + exchange.getRequestHeaders().getFirst("traceparent"));
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
          });
      server.start();
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String url(String path) {
    return "http://127.0.0.1:%d%s".formatted(HTTP.getAddress().getPort(), path);
  }

  @AfterAll
  static void stop() {
    HTTP.stop(0);
  }

  @Test
  void an_attempt_is_a_span_whose_trace_is_the_run_and_the_target_hears_of_it() {
    Client ada = API.organization("traced").token("user:ada", "admin");
    String id =
        ada.post(
                "/api/v1/schedules",
                "{\"name\":\"traced one\",\"interval_seconds\":86400,\"url\":\"%s\"}"
                    .formatted(url("/target")))
            .text("id");
    ada.post("/api/v1/schedules/" + id + "/run", "");

    await().atMost(Duration.ofMinutes(1)).until(() -> CALLS.size() == 1);
    String run = CALLS.getFirst().split(" ", 2)[0];
    String trace = run.replace("-", "");
    assertThat(CALLS.getFirst()).matches(run + " 00-" + trace + "-[0-9a-f]{16}-01");
    String name = HexFormat.of().formatHex("traced one".getBytes(StandardCharsets.UTF_8));
    await()
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(
            () -> assertThat(EXPORTED).anySatisfy(sent -> assertThat(sent).contains(trace, name)));
  }
}
