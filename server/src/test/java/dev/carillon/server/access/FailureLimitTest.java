package dev.carillon.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.server.ApiServer;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class FailureLimitTest {

  @RegisterExtension static final ApiServer api = new ApiServer(UnaryOperator.identity(), 10);

  @Test
  void the_eleventh_wrong_token_of_a_minute_has_to_wait_and_a_right_one_has_not() {
    ApiServer.Client wrong = api.withToken("car_wrong");
    for (int i = 0; i < 10; i++) {
      assertThat(wrong.get("/api/v1/schedules").status()).isEqualTo(401);
    }
    ApiServer.Reply late = wrong.get("/api/v1/schedules");
    assertThat(late.status()).isEqualTo(429);
    assertThat(late.code()).isEqualTo("token.too_many_failures");
    assertThat(late.text("fix")).contains("Retry-After");
    assertThat(Integer.parseInt(late.header("Retry-After"))).isBetween(1, 61);
    assertThat(api.operator().get("/api/v1/schedules").status()).isEqualTo(200);
  }

  @Test
  void a_minute_later_the_count_begins_anew_and_addresses_do_not_mix() {
    AtomicLong nanos = new AtomicLong();
    FailureLimit limit = new FailureLimit(nanos::get, 2);
    assertThat(limit.failed("a")).isZero();
    assertThat(limit.failed("a")).isZero();
    assertThat(limit.failed("a")).isBetween(1, 61);
    assertThat(limit.failed("b")).isZero();
    nanos.addAndGet(60_000_000_000L);
    assertThat(limit.failed("a")).isZero();
  }
}
