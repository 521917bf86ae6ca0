package dev.carillon.server.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.importers.Source;
import dev.carillon.importers.TestRedis;
import dev.carillon.importers.redis.RedisAddress;
import dev.carillon.importers.redis.RedisException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real Redis behind TLS: whose certificate must be from whom, and for whom. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class RedisReaderTest {

  private static final int ORG = 1;
  private static final Duration LONGEST = Duration.ofSeconds(90);
  private static final String NAMES = "dns:queue.test,ip:127.0.0.1";

  @TempDir Path directory;

  /** Ends TLS, and hands what it carried to a Redis that speaks none. */
  private record Front(ServerSocket socket) implements AutoCloseable {

    static Front of(TestCertificate certificate, TestRedis redis) throws Exception {
      Front front =
          new Front(
              certificate.server().createServerSocket(0, 50, InetAddress.ofLiteral("127.0.0.1")));
      Thread.ofVirtual().start(() -> front.accept(redis.port()));
      return front;
    }

    private void accept(int port) {
      while (!socket.isClosed()) {
        try {
          Socket outside = socket.accept();
          Socket inside = new Socket(InetAddress.ofLiteral("127.0.0.1"), port);
          Thread.ofVirtual().start(() -> carry(outside, inside));
          Thread.ofVirtual().start(() -> carry(inside, outside));
        } catch (IOException e) {
          // Closed, or a caller that did not like the certificate.
        }
      }
    }

    private static void carry(Socket from, Socket to) {
      try (from;
          to) {
        from.getInputStream().transferTo(to.getOutputStream());
      } catch (IOException e) {
        // One of the two ended it.
      }
    }

    RedisAddress address(String host) {
      return RedisAddress.of("rediss://%s:%d".formatted(host, socket.getLocalPort()));
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  /** Every name leads to this machine. */
  private static RedisReader reader(SSLSocketFactory tls) {
    return new RedisReader(
        new AddressGuard(true),
        (_, _) -> List.of(InetAddress.ofLiteral("127.0.0.1")),
        () -> tls,
        LONGEST);
  }

  @Test
  void a_redis_over_TLS_is_read_as_any_other() throws Exception {
    TestCertificate certificate = TestCertificate.of(directory, NAMES);
    try (TestRedis redis = new TestRedis();
        Front front = Front.of(certificate, redis);
        RedisReader reader = reader(certificate.trusting())) {
      var _ =
          redis.redis().ask("ZADD", "bull:mail:repeat", "1770800400000", "daily:::UTC:0 9 * * *");
      assertThat(reader.read(ORG, Source.BULLMQ, front.address("queue.test")).json().toString())
          .contains("bull:mail:repeat")
          .contains("daily:::UTC:0 9 * * *");
    }
  }

  @Test
  void one_that_shows_the_certificate_of_another_or_of_nobody_known_is_not_asked()
      throws Exception {
    TestCertificate certificate = TestCertificate.of(directory, NAMES);
    try (TestRedis redis = new TestRedis();
        Front front = Front.of(certificate, redis);
        RedisReader trusting = reader(certificate.trusting());
        RedisReader usual = reader((SSLSocketFactory) SSLSocketFactory.getDefault())) {
      assertThatThrownBy(() -> trusting.read(ORG, Source.BULLMQ, front.address("other.test")))
          .isInstanceOf(RedisException.class)
          .hasMessageContaining("cannot be read");
      assertThatThrownBy(() -> usual.read(ORG, Source.BULLMQ, front.address("queue.test")))
          .isInstanceOf(RedisException.class)
          .hasMessageContaining("PKIX");
    }
  }

  @Test
  void one_that_takes_the_connection_and_stays_silent_is_said_not_to_have_answered()
      throws Exception {
    // Connections are taken by the kernel, and nobody answers on them.
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.ofLiteral("127.0.0.1"));
        RedisReader reader =
            new RedisReader(
                new AddressGuard(true),
                (_, _) -> List.of(InetAddress.ofLiteral("127.0.0.1")),
                () -> (SSLSocketFactory) SSLSocketFactory.getDefault(),
                Duration.ofSeconds(1))) {
      for (String scheme : List.of("redis", "rediss")) {
        RedisAddress address =
            RedisAddress.of("%s://queue.test:%d".formatted(scheme, silent.getLocalPort()));
        assertThatThrownBy(() -> reader.read(ORG, Source.BULLMQ, address))
            .isInstanceOf(RedisException.class)
            .hasMessageEndingWith("cannot be read: it did not answer completely within 1 s");
      }
    }
  }

  @Test
  void a_name_that_nobody_knows_is_said_to_be_none() {
    try (RedisReader reader =
        new RedisReader(
            new AddressGuard(true),
            (_, host) -> {
              throw new UnknownHostException(host);
            },
            () -> (SSLSocketFactory) SSLSocketFactory.getDefault(),
            LONGEST)) {
      assertThatThrownBy(() -> reader.read(ORG, Source.RQ, RedisAddress.of("redis://nowhere.test")))
          .isInstanceOf(RedisException.class)
          .hasMessageContaining("no address is known for its name");
    }
  }
}
