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
  @ValueSource(
      strings = {
        "X-Api-Key",
        "Api-Key",
        "apikey",
        "X-Auth-Token",
        "Private-Token",
        "X-Access-Token",
        "X-Gitlab-Token",
        "X-Vault-Token",
        "X_AUTH_TOKEN",
        "AuthToken",
        "X-CSRF-Token",
        "Ocp-Apim-Subscription-Key",
        "X-Functions-Key",
        "X-Auth-Key",
        "Key",
        "X-Client-Secret",
        "X-Password",
        "X-Forwarded-Authorization",
        "X-Auth",
        "X-Amz-Security-Token",
        "X-Credentials",
        "Set-Cookie",
        "X-JWT"
      })
  void names_that_end_in_what_a_credential_is_called_are_refused(String name) {
    assertThat(HeaderRules.refusal(Map.of(name, "x")))
        .satisfies(refusal -> {
          assertThat(refusal.header()).isEqualTo(name);
          assertThat(refusal.why()).contains("credential");
        });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "X-Monkey",
        "X-Author",
        "X-Keyboard",
        "X-Token-Count",
        "X-Cookie-Consent",
        "X-Secret-Santa",
        "X-Routing-Key",
        "X-Partition-Key",
        "X-Cache-Key",
        "Surrogate-Key",
        "X-Continuation-Token",
        "X-Next-Page-Token",
        "X-GitHub-Api-Version",
        "Accept-Language",
        "If-Match",
        "X-Request-Id"
      })
  void names_that_only_look_like_it_are_fine(String name) {
    assertThat(HeaderRules.refusal(Map.of(name, "x"))).isNull();
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
