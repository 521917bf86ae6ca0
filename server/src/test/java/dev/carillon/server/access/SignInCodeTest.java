package dev.carillon.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.engine.clock.Dice;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SignInCodeTest {

  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
  private final SignInCode code = new SignInCode(nanos::get, Dice.system());
  private final Secret text = new Secret(code.link("").replace("/signin#code=", ""));

  @Test
  void it_works_once() {
    assertThat(code.redeem(new Secret("another"))).isFalse();
    assertThat(code.redeem(text)).isTrue();
    assertThat(code.redeem(text)).isFalse();
  }

  @Test
  void it_works_for_fifteen_minutes() {
    nanos.addAndGet(Duration.ofMinutes(15).toNanos() - 1);
    SignInCode other = new SignInCode(nanos::get, Dice.system());
    Secret later = new Secret(other.link("").replace("/signin#code=", ""));
    assertThat(code.redeem(text)).isTrue();
    nanos.addAndGet(Duration.ofMinutes(15).toNanos());
    assertThat(other.redeem(later)).isFalse();
  }

  @Test
  void it_has_256_bits_behind_the_fragment_of_the_link() {
    assertThat(code.link("http://127.0.0.1:7373"))
        .matches("http://127\\.0\\.0\\.1:7373/signin#code=[A-Za-z0-9_-]{43}");
  }
}
