package dev.carillon.server.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DestinationTest {

  @Test
  void a_url_is_taken_apart() {
    Destination destination = Destination.of("HTTPS://Hooks.Example.COM:8443/a/b?c=d%20e");
    assertThat(destination.tls()).isTrue();
    assertThat(destination.host()).isEqualTo("hooks.example.com");
    assertThat(destination.port()).isEqualTo(8443);
    assertThat(destination.authority()).isEqualTo("hooks.example.com:8443");
    assertThat(destination.path()).isEqualTo("/a/b?c=d%20e");
    assertThat(destination.told()).isEqualTo("https://hooks.example.com:8443/a/b");
  }

  @Test
  void usual_ports_and_paths_may_be_left_out() {
    assertThat(Destination.of("http://example.com").authority()).isEqualTo("example.com");
    assertThat(Destination.of("http://example.com").path()).isEqualTo("/");
    assertThat(Destination.of("http://example.com?q=1").path()).isEqualTo("/?q=1");
    assertThat(Destination.of("https://example.com:443/").authority()).isEqualTo("example.com");
    assertThat(Destination.of("http://my_service:8080/").host()).isEqualTo("my_service");
  }

  @Test
  void a_dot_behind_a_name_makes_it_no_other_name() {
    assertThat(Destination.of("http://localhost./").host()).isEqualTo("localhost");
  }

  @Test
  void addresses_are_recognised_as_such() {
    assertThat(Destination.of("http://127.0.0.1/").address()).isNotNull();
    assertThat(Destination.of("http://[::1]:90/").address()).isNotNull();
    assertThat(Destination.of("http://[::ffff:7f00:1]/").address().getHostAddress())
        .isEqualTo("127.0.0.1");
    assertThat(Destination.of("http://example.com/").address()).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "example.com",
        "/relative",
        "ftp://example.com/",
        "file:///etc/passwd",
        "gopher://example.com/",
        "jar:http://example.com!/",
        "http:///path",
        "http://",
        "http:example.com",
        "http://user@example.com/",
        "http://user:secret@example.com/",
        "http://example.com#@127.0.0.1/",
        "http://example.com\\@127.0.0.1/",
        "http://example.com/ x",
        "http://example.com/\r\nHost: other",
        "http://exa\u0000mple.com/",
        "http://ex\u00e4mple.com/",
        "http://\uff11\uff12\uff17.0.0.1/",
        "http://2130706433/",
        "http://0x7f000001/",
        "http://0x7f.1/",
        "http://0177.0.0.1/",
        "http://127.1/",
        "http://127.0.0.01/",
        "http://127.0.0.1./",
        "http://256.0.0.1/",
        "http://1.2.3.4.5/",
        "http://999999999999/",
        "http://[::1%25eth0]/",
        "http://[fe80::1%eth0]/",
        "http://[::1/",
        "http://[::g]/",
        "http://example.com:0/",
        "http://example.com:65536/",
        "http://example.com:-1/",
        "http://example.com:80:80/",
        "http://-example.com/",
        "http://exam..ple.com/",
        "http://metadata.google.internal/computeMetadata/v1/",
        "http://metadata.google.internal./"
      })
  void what_two_programs_could_read_differently_is_refused(String url) {
    assertThatThrownBy(() -> Destination.of(url)).isInstanceOf(InvalidUrl.class);
  }

  @Test
  void a_password_is_not_repeated() {
    assertThatThrownBy(() -> Destination.of("http://user:secret@example.com/"))
        .hasMessageNotContaining("secret");
  }

  @Test
  void a_url_that_never_ends_is_refused() {
    assertThatThrownBy(() -> Destination.of("http://example.com/" + "a".repeat(3_000)))
        .hasMessageContaining("2048");
  }
}
