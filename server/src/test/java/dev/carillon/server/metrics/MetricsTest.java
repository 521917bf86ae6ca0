package dev.carillon.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.carillon.server.ApiServer;
import dev.carillon.server.ApiServer.Client;
import dev.carillon.server.web.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class MetricsTest {

  @RegisterExtension
  static final ApiServer API =
      new ApiServer(engine ->
          engine
              .handler("good", _ -> {})
              .handler(
                  "bad",
                  _ -> {
                    throw new IllegalStateException("no");
                  }));

  private static String scrape() {
    return API.anonymous().get("/metrics").body();
  }

  /** Names as the scrape announces them: {@code # TYPE name kind}. */
  private static Set<String> names(String scrape) {
    return scrape
        .lines()
        .filter(line -> line.startsWith("# TYPE carillon_"))
        .map(line -> line.split(" ", -1)[2])
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static double value(String series) {
    return scrape()
        .lines()
        .filter(line -> line.startsWith(series + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(series.length() + 1)))
        .findFirst()
        .orElse(-1);
  }

  @Test
  void runs_show_in_the_figures() {
    Client ada = API.organization("counted").token("user:ada", "admin");
    for (String handler : List.of("good", "good", "bad")) {
      String id =
          ada.post(
                  "/api/v1/schedules",
                  """
                  {"name":"x","interval_seconds":86400,"handler":"%s","max_retries":0}
                  """
                      .formatted(handler))
              .text("id");
      ada.post("/api/v1/schedules/" + id + "/run", "");
    }
    await()
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(() -> {
          assertThat(value("carillon_attempts_settled_total{status=\"success\"}")).isEqualTo(2);
          assertThat(value("carillon_attempts_settled_total{status=\"error\"}")).isEqualTo(1);
          assertThat(value("carillon_attempts_started_total")).isEqualTo(3);
          assertThat(value("carillon_lateness_seconds_count")).isEqualTo(3);
          assertThat(value("carillon_shards")).isEqualTo(64);
        });
    assertThat(value("carillon_nodes")).isEqualTo(1);
    assertThat(value("carillon_node_joined")).isEqualTo(1);
    assertThat(value("carillon_pool_connections_max")).isEqualTo(16);
    assertThat(scrape()).contains("jvm_memory_used_bytes");
  }

  @Test
  void the_documentation_lists_exactly_what_a_scrape_has() throws IOException {
    Set<String> documented =
        Files.readString(Path.of("../docs/metrics.md"))
            .lines()
            .filter(line -> line.startsWith("| `carillon_"))
            .map(line -> line.substring(3, line.indexOf('`', 3)).replaceAll("\\{.*", ""))
            .collect(Collectors.toCollection(TreeSet::new));

    assertThat(names(scrape())).isEqualTo(documented);
  }

  @Test
  void the_dashboard_asks_for_nothing_that_is_not_there() throws IOException {
    String dashboard = Files.readString(Path.of("../docs/grafana-dashboard.json"));
    assertThat(Json.stored(dashboard).get("panels")).isNotEmpty();
    Set<String> names = names(scrape());
    Matcher asked = Pattern.compile("carillon_[a-z_]+").matcher(dashboard);
    while (asked.find()) {
      assertThat(names).contains(asked.group().replaceFirst("_(bucket|count|sum)$", ""));
    }
  }

  @Test
  void no_figure_names_an_organization() {
    API.organization("secret-name");
    assertThat(scrape())
        .doesNotContain("secret-name")
        .doesNotContain("org=")
        .doesNotContain("org_id");
  }
}
