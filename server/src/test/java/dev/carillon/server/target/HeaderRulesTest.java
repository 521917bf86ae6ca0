package dev.carillon.server.target;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeaderRulesTest {

  @Test
  void ordinary_headers_are_fine() {
    assertThat(HeaderRules.refusal(Map.of("Accept", "text/plain", "X-Team", "a b\tc"))).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Host",
        "content-length",
        "Transfer-Encoding",
        "Connection",
        "Expect",
        "Webhook-Signature",
        "Proxy-Authorization",
        "Idempotency-Key",
        "traceparent",
        "Authorization",
        "Cookie"
      })
  void what_decides_where_a_request_ends_or_who_sent_it_is_ours_and_no_credential_is_stored(
      String name) {
    assertThat(HeaderRules.refusal(Map.of(name, "x")))
        .extracting(HeaderRules.Refusal::header)
        .isEqualTo(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "a:b", "a\r\nb", "ä", "a\u0000"})
  void names_that_are_none_are_refused(String name) {
    assertThat(HeaderRules.refusal(Map.of(name, "x"))).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\r\nHost: other", "a\nb", "a\u0000b", "\u2028", "a\u007f"})
  void values_cannot_begin_another_line(String value) {
    assertThat(HeaderRules.refusal(Map.of("X-A", value))).isNotNull();
  }
}
