package dev.carillon.importers.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** The other side may be anybody. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class RedisConnectionTest {

  private static final long SEED = 20261116;

  private static Redis.Reply answer(InputStream in) {
    return new RedisConnection(in, new ByteArrayOutputStream()).ask("PING");
  }

  private static Redis.Reply answer(String text) {
    return answer(new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1)));
  }

  @Test
  void commands_and_answers_are_as_redis_has_them() {
    ByteArrayOutputStream sent = new ByteArrayOutputStream();
    InputStream in =
        new ByteArrayInputStream(
            "*3\r\n$1\r\na\r\n:7\r\n$-1\r\n".getBytes(StandardCharsets.US_ASCII));
    Redis.Reply reply = new RedisConnection(in, sent).ask("ZRANGE", "kéy");
    assertThat(sent.toString(StandardCharsets.UTF_8))
        .isEqualTo("*2\r\n$6\r\nZRANGE\r\n$4\r\nkéy\r\n");
    assertThat(reply.items().stream().map(Redis.Reply::text)).containsExactly("a", "7", "");
  }

  @Test
  void what_is_no_redis_or_refuses_is_said() {
    assertThatThrownBy(() -> answer("HTTP/1.1 400 Bad Request\r\n\r\n"))
        .isInstanceOf(RedisException.class)
        .hasMessageContaining("is no Redis");
    assertThatThrownBy(() -> answer("-NOAUTH Authentication required.\r\n"))
        .hasMessage("Redis says: NOAUTH Authentication required.");
    assertThatThrownBy(() -> answer("$9\r\nabc")).isInstanceOf(UncheckedIOException.class);
    assertThatThrownBy(() -> answer("")).isInstanceOf(UncheckedIOException.class);
  }

  @Test
  void nobody_makes_it_read_without_end() {
    assertThatThrownBy(() -> answer("$9999999999\r\n")).hasMessageContaining("more than 128 MiB");
    assertThatThrownBy(() -> answer("*1\r\n".repeat(20))).hasMessageContaining("nested too deeply");
    InputStream endless =
        new InputStream() {
          @Override
          public int read() {
            return 'x';
          }
        };
    assertThatThrownBy(() -> answer(endless)).isInstanceOf(RedisException.class);
  }

  @Test
  void whatever_comes_is_an_answer_or_a_refusal() {
    Random random = new Random(SEED);
    for (int i = 0; i < 20_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int j = random.nextInt(30); j >= 0; j--) {
        text.append("$*:+-0123456789\r\nab".charAt(random.nextInt(19)));
      }
      try {
        assertThat(answer(text.toString())).as("seed %d: %s", SEED, text).isNotNull();
      } catch (RedisException | UncheckedIOException e) {
        assertThat(e.getMessage()).isNotEmpty();
      }
    }
  }

  @Test
  void addresses_say_who_where_and_which() {
    RedisAddress address = RedisAddress.of("rediss://ada:p%40ss@Queue.example:7000/3");
    assertThat(address).isEqualTo(new RedisAddress(true, "queue.example", 7_000, 3, "ada", "p@ss"));
    assertThat(address.toString()).isEqualTo("rediss://queue.example:7000/3");
    assertThat(address.instance()).isEqualTo("redis://queue.example:7000/3");
    assertThat(RedisAddress.of("redis://:secret@[::1]").instance())
        .isEqualTo(RedisAddress.of("redis://localhost:6379/0").instance());
    for (String wrong : new String[] {"", "http://x", "redis:", "redis://h/x", "redis://h h"}) {
      assertThatThrownBy(() -> RedisAddress.of(wrong)).isInstanceOf(RedisException.class);
    }
  }
}
