package dev.carillon.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class FindingsTest {

  private static final PeerWorkload DRAIN = new DrainWorkload();
  private static final PeerWorkload LATENCY = new LatencyWorkload();

  private static Findings findings() {
    Findings findings = new Findings();
    for (double rate : List.of(3_000.0, 1_000.0, 2_000.0)) {
      findings.add("drain", "carillon", Map.of("jobs_per_second", rate));
    }
    findings.add("drain", "pg-boss", Map.of("jobs_per_second", 500.0));
    findings.add("latency", "carillon", Map.of("p50_ms", 2.0));
    findings.add("latency", "pg-boss", Map.of("p50_ms", 3.0));
    findings.leaveOut("drain", "bullmq", "redis-server cannot be started");
    return findings;
  }

  @Test
  void the_median_and_the_spread_are_those_of_all_rounds() {
    Measures rates = Objects.requireNonNull(findings().of("drain", "carillon", "jobs_per_second"));

    assertThat(rates.median()).isEqualTo(2_000);
    assertThat(rates.least()).isEqualTo(1_000);
    assertThat(rates.most()).isEqualTo(3_000);
  }

  @Test
  void the_median_of_two_rounds_lies_between_them() {
    assertThat(new Measures(List.of(1.0, 4.0)).median()).isEqualTo(2.5);
  }

  @Test
  void a_ratio_above_one_is_better_whatever_is_measured() {
    Findings findings = findings();

    assertThat(findings.ratio("drain", "carillon", "pg-boss", DRAIN.columns().getFirst()))
        .isEqualTo(4);
    assertThat(findings.ratio("latency", "carillon", "pg-boss", LATENCY.columns().getFirst()))
        .isEqualTo(1.5);
    assertThat(findings.ratio("latency", "carillon", "quartz", LATENCY.columns().getFirst()))
        .isNull();
  }

  @Test
  void the_table_shows_medians_ratios_and_who_was_left_out() {
    String table = PeerTable.of(DRAIN, findings());

    assertThat(table)
        .contains("2,000/s", "1,000–3,000/s", "4.00×")
        .contains("left out: bullmq: redis-server cannot be started");
  }

  @Test
  void the_JSON_has_every_round() {
    assertThat(Report.json(findings().toJson()))
        .contains("\"rounds\":[3000.000,1000.000,2000.000]")
        .contains("\"left_out\":{\"drain\":{\"bullmq\":\"redis-server cannot be started\"}}");
  }

  @Test
  void the_chart_is_one_panel_per_workload_with_a_bar_per_peer() throws Exception {
    String svg = PeerChart.draw(List.of(DRAIN, LATENCY, new IdleWorkload()), findings());

    var document =
        javax.xml.parsers.DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(
                new java.io.ByteArrayInputStream(
                    svg.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
    assertThat(document.getElementsByTagName("rect").getLength()).isEqualTo(4);
    assertThat(svg).contains("drain: jobs/s", "2,000/s").doesNotContain("idle:");
  }

  @Test
  void the_page_keeps_the_sections_of_what_was_not_measured() throws Exception {
    String page =
        """
        # How fast
        <!-- peers: written by bench/run peers -->
        Before.

        ### latency

        of last week

        ### idle

        of last month

        <!-- end of peers -->
        ## The rest
        """;

    String replaced =
        PeerPage.replaced(
            page,
            List.of("drain", "latency", "idle"),
            Map.of("drain", "new\n", "latency", "too\n"));

    assertThat(replaced)
        .isEqualTo(
            """
            # How fast
            <!-- peers: written by bench/run peers -->
            Before.

            ### drain

            new

            ### latency

            too

            ### idle

            of last month

            <!-- end of peers -->
            ## The rest
            """);
    assertThat(PeerPage.replaced(replaced, List.of("drain", "latency", "idle"), Map.of()))
        .isEqualTo(replaced);
  }

  @Test
  void percentiles_are_values_that_were_measured() {
    long[] micros = new long[100];
    for (int i = 0; i < micros.length; i++) {
      micros[i] = 1_000L * (100 - i);
    }
    Percentiles percentiles = new Percentiles(micros);

    assertThat(percentiles.millis(0.5)).isEqualTo(50);
    assertThat(percentiles.millis(0.99)).isEqualTo(99);
    assertThat(percentiles.millis(1)).isEqualTo(100);
    assertThatThrownBy(Percentiles::new).isInstanceOf(PeerFailure.class);
  }

  @Test
  void the_gate_fails_on_a_loss_of_more_than_a_fifth() {
    double recorded = Gate.recorded("{\"ratio\": 2.5, \"commit\": \"abc\"}");

    assertThat(new Gate(2.01, recorded).passes()).isTrue();
    assertThat(new Gate(1.99, recorded).passes()).isFalse();
    assertThatThrownBy(() -> Gate.recorded("{}")).hasMessageContaining("ratio");
  }
}
