package dev.carillon.server.overview;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.carillon.engine.store.NodeStore.NodeSight;
import dev.carillon.server.ApiServer;
import dev.carillon.server.store.NodeReports.Report;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class MatesTest {

  @RegisterExtension static final ApiServer api = new ApiServer();

  private static NodeSight node(int id, boolean dead, int leaseSeconds) {
    Instant now = Instant.parse("2026-01-01T00:00:00Z");
    return new NodeSight(
        id, "n" + id, 1, now.plusSeconds(9), Duration.ofSeconds(leaseSeconds), dead, 1, now);
  }

  private static Report signing(String keys) {
    return new Report(null, "host", "1", keys);
  }

  @Test
  void servers_that_sign_with_other_keys_or_have_other_leases_are_named() {
    List<NodeSight> nodes =
        List.of(
            node(1, false, 10),
            node(2, false, 10),
            node(3, false, 2),
            node(4, true, 2),
            node(5, false, 10),
            node(6, false, 10));
    Map<Integer, Report> reports =
        Map.of(
            1, signing("aa,bb"),
            2, signing("cc"),
            3, signing("bb"),
            4, signing("dd"),
            5, signing("bb,cc"),
            6, new Report(null, "host", "0", null));

    assertThat(Mates.differences(1, nodes, reports))
        .satisfiesExactly(
            keys -> assertThat(keys).contains("Node 2 (n2)", "webhook.key"),
            lease -> assertThat(lease).contains("Node 3 (n3)", "2000 ms", "10000 ms"));
    assertThat(Mates.differences(9, nodes, reports)).isEmpty();
  }

  @Test
  void a_server_says_what_it_signs_with_and_gives_nothing_of_the_key_away() {
    String secret = api.operator().get("/api/v1/signing-secret").text("secret");
    await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(() ->
            assertThat(
                    api.query(
                        "select signs_with from carillon.node_reports", row -> row.getString(1)))
                .isNotEmpty()
                .allSatisfy(marks -> {
                  assertThat(marks).matches("[0-9a-f]{16}");
                  assertThat(secret).doesNotContain(marks);
                }));
  }
}
