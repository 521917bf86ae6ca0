package dev.carillon.server.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.carillon.engine.clock.Ticker;
import java.io.OutputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpSenderTest {

  private static final int ORG = 1;

  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final String CHUNKED = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n";
  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

  private final List<AutoCloseable> opened = new ArrayList<>();
  private final HttpSender sender = keep(new HttpSender(Ticker.system(), new AddressGuard(true)));

  private <T extends AutoCloseable> T keep(T part) {
    opened.add(part);
    return part;
  }

  @AfterEach
  void stop() throws Exception {
    for (AutoCloseable part : opened) {
      part.close();
    }
  }

  private static Call post(String url, String body, Duration timeout) {
    return Call.of("POST", Destination.of(url), body.getBytes(StandardCharsets.UTF_8), timeout)
        .with(Map.of("Content-Type", "text/plain"));
  }

  private Reply send(String url) throws Exception {
    return sender.send(ORG, post(url, "hello", PATIENCE));
  }

  private Reply sendTo(String answer) throws Exception {
    return send(keep(RawReceiver.saying(answer)).url());
  }

  @Nested
  class Exchanges {

    @Test
    void a_request_arrives_as_it_was_made_and_the_answer_comes_back() throws Exception {
      RawReceiver receiver = keep(RawReceiver.saying(OK));
      Reply reply = send(receiver.url() + "?a=b");
      assertThat(reply.status()).isEqualTo(200);
      assertThat(reply.body()).isEqualTo("ok");
      assertThat(reply.whole()).isTrue();
      RawReceiver.Received request = receiver.received.take();
      assertThat(request.line()).isEqualTo("POST /hook?a=b HTTP/1.1");
      assertThat(request.headers())
          .containsEntry("host", "127.0.0.1:" + receiver.port())
          .containsEntry("content-type", "text/plain")
          .containsEntry("content-length", "5");
      assertThat(request.body()).isEqualTo("hello");
    }

    @Test
    void a_connection_is_kept_for_the_next_call() throws Exception {
      RawReceiver receiver = keep(RawReceiver.saying(OK));
      for (int i = 0; i < 10; i++) {
        send(receiver.url());
      }
      assertThat(receiver.connections).hasValue(1);
      assertThat(sender.idleConnections()).isOne();
    }

    @Test
    void what_is_not_used_for_a_while_is_closed() throws Exception {
      RawReceiver receiver = keep(RawReceiver.saying(OK));
      send(receiver.url());
      await().atMost(PATIENCE).until(() -> sender.idleConnections() == 0);
      assertThat(receiver.closed.poll(90, TimeUnit.SECONDS)).isOne();
    }

    @Test
    void a_kept_connection_that_the_receiver_closed_is_replaced_unnoticed() throws Exception {
      RawReceiver receiver =
          keep(
              new RawReceiver((_, out) -> {
                out.write(OK.getBytes(StandardCharsets.ISO_8859_1));
                out.flush();
                return false;
              }));
      send(receiver.url());
      receiver.closed.take();
      await().atMost(PATIENCE).until(() -> sender.quietConnections() == 0);
      assertThat(send(receiver.url()).status()).isEqualTo(200);
      assertThat(receiver.connections).hasValue(2);
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok",
          "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok",
          "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok and more that nobody asked for",
          CHUNKED + "Content-Length: 2\r\n\r\n2\r\nok\r\n0\r\n\r\n"
        })
    void a_connection_that_is_not_clean_afterwards_is_not_kept(String answer) throws Exception {
      assertThat(sendTo(answer).body()).isEqualTo("ok");
      assertThat(sender.idleConnections()).isZero();
    }

    @Test
    void a_request_that_was_read_on_a_kept_connection_is_not_sent_again() throws Exception {
      AtomicInteger requests = new AtomicInteger();
      RawReceiver receiver =
          keep(
              new RawReceiver((_, out) -> {
                boolean second = requests.incrementAndGet() == 2;
                if (!second) {
                  out.write(OK.getBytes(StandardCharsets.ISO_8859_1));
                  out.flush();
                }
                return !second;
              }));
      send(receiver.url());
      assertThatThrownBy(() -> send(receiver.url()))
          .isInstanceOfSatisfying(
              DeliveryException.class, e -> assertThat(e.code()).isEqualTo("connection_lost"))
          .hasMessageContaining("kept from an earlier call")
          .hasMessageContaining("whether this one was received is unknown");
      assertThat(receiver.received).hasSize(2);
      assertThat(receiver.connections).hasValue(1);
      assertThat(send(receiver.url()).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          OK,
          "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
          "H"
        })
    void what_comes_unasked_on_a_kept_connection_is_no_answer_to_the_next_call(String unasked)
        throws Exception {
      AtomicReference<OutputStream> first = new AtomicReference<>();
      RawReceiver receiver =
          keep(
              new RawReceiver((_, out) -> {
                boolean second = !first.compareAndSet(null, out);
                String answer = second ? "HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n" : OK;
                out.write(answer.getBytes(StandardCharsets.ISO_8859_1));
                out.flush();
                return true;
              }));
      assertThat(send(receiver.url()).status()).isEqualTo(200);
      assertThat(sender.idleConnections()).isOne();
      first.get().write(unasked.getBytes(StandardCharsets.ISO_8859_1));
      await().atMost(PATIENCE).until(() -> sender.quietConnections() == 0);
      assertThat(send(receiver.url()).status()).isEqualTo(500);
      assertThat(receiver.connections).hasValue(2);
      assertThat(receiver.received).hasSize(2);
    }

    @Test
    void a_connection_is_not_shared_between_organizations() throws Exception {
      RawReceiver receiver = keep(RawReceiver.saying(OK));
      send(receiver.url());
      sender.send(ORG + 1, post(receiver.url(), "x", PATIENCE));
      assertThat(receiver.connections).hasValue(2);
      send(receiver.url());
      assertThat(receiver.connections).hasValue(2);
    }

    @Test
    void a_redirect_is_not_followed() throws Exception {
      RawReceiver other = keep(RawReceiver.saying(OK));
      Reply reply =
          sendTo(
              "HTTP/1.1 302 Found\r\nLocation: " + other.url() + "\r\nContent-Length: 0\r\n\r\n");
      assertThat(reply.status()).isEqualTo(302);
      assertThat(other.connections).hasValue(0);
    }

    @Test
    void interim_answers_are_passed_over() throws Exception {
      assertThat(sendTo("HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n" + OK).status())
          .isEqualTo(200);
    }
  }

  @Nested
  class Bodies {

    @Test
    void chunks_are_put_together() throws Exception {
      Reply reply =
          sendTo(CHUNKED + "\r\n3;x=y\r\nabc\r\nA\r\n0123456789\r\n0\r\nTrailer: t\r\n\r\n");
      assertThat(reply.body()).isEqualTo("abc0123456789");
      assertThat(sender.idleConnections()).isOne();
    }

    @Test
    void no_more_than_64_KiB_are_kept_but_the_connection_is() throws Exception {
      int size = 300_000;
      Reply reply =
          sendTo("HTTP/1.1 200 OK\r\nContent-Length: " + size + "\r\n\r\n" + "x".repeat(size));
      assertThat(reply.body()).hasSize(64 * 1024);
      assertThat(reply.whole()).isTrue();
      assertThat(sender.idleConnections()).isOne();
    }

    @Test
    void an_answer_without_end_is_cut_off() throws Exception {
      RawReceiver receiver =
          keep(
              new RawReceiver((_, out) -> {
                out.write("HTTP/1.1 200 OK\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
                byte[] noise = new byte[8192];
                while (true) {
                  out.write(noise);
                }
              }));
      Reply reply = send(receiver.url());
      assertThat(reply.whole()).isFalse();
      assertThat(receiver.closed.poll(90, TimeUnit.SECONDS)).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nok",
          "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
          "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n",
          "HTTP/1.1 200 OK\r\nContent-Le"
        })
    void an_answer_that_breaks_off_is_no_answer(String answer) {
      RawReceiver receiver =
          keep(
              new RawReceiver((_, out) -> {
                out.write(answer.getBytes(StandardCharsets.ISO_8859_1));
                out.flush();
                return false;
              }));
      assertThatThrownBy(() -> send(receiver.url()))
          .isInstanceOfSatisfying(
              DeliveryException.class, e -> assertThat(e.code()).isEqualTo("connection_lost"));
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "SSH-2.0-OpenSSH_9.6\r\n",
          "HTTP/2 200 OK\r\n\r\n",
          "HTTP/1.1 2000 OK\r\n\r\n",
          "HTTP/1.1 abc\r\n\r\n",
          "HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
          "HTTP/1.1 200 OK\r\n folded: x\r\n\r\n",
          "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
          "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
          "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n",
          "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
          "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n",
          "HTTP/1.1 101 Switching Protocols\r\n\r\n"
        })
    void what_is_not_HTTP_is_an_error_and_no_guess(String answer) {
      assertThatThrownBy(() -> sendTo(answer))
          .isInstanceOfSatisfying(
              DeliveryException.class, e -> assertThat(e.code()).isEqualTo("bad_answer"));
    }

    @Test
    void headers_without_end_are_cut_off() {
      RawReceiver receiver =
          keep(
              new RawReceiver((_, out) -> {
                out.write("HTTP/1.1 200 OK\r\n".getBytes(StandardCharsets.ISO_8859_1));
                while (true) {
                  out.write("X-More: and more\r\n".getBytes(StandardCharsets.ISO_8859_1));
                }
              }));
      assertThatThrownBy(() -> send(receiver.url()))
          .isInstanceOfSatisfying(
              DeliveryException.class, e -> assertThat(e.code()).isEqualTo("bad_answer"));
    }
  }

  @Nested
  class Endings {

    @Test
    void an_answer_that_drips_is_ended_by_the_timeout_and_the_connection_closed() throws Exception {
      RawReceiver receiver =
          keep(
              new RawReceiver((_, out) -> {
                out.write("HTTP/1.1 200 OK\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
                CountDownLatch never = new CountDownLatch(1);
                while (true) {
                  out.write('.');
                  out.flush();
                  boolean ended = never.await(20, TimeUnit.MILLISECONDS);
                  assertThat(ended).isFalse();
                }
              }));
      assertThatThrownBy(() -> sender.send(ORG, post(receiver.url(), "x", Duration.ofMillis(500))))
          .isInstanceOfSatisfying(
              DeliveryException.class, e -> assertThat(e.code()).isEqualTo("timeout"));
      assertThat(receiver.closed.poll(90, TimeUnit.SECONDS)).isNotNull();
    }

    @Test
    void a_receiver_that_does_not_read_is_ended_by_the_timeout() {
      // Connections are taken by the kernel, and nobody reads from them.
      try (var deaf = new java.net.ServerSocket(0, 50, InetAddress.ofLiteral("127.0.0.1"))) {
        String url = "http://127.0.0.1:" + deaf.getLocalPort() + "/";
        String large = "x".repeat(20_000_000);
        assertThatThrownBy(() -> sender.send(ORG, post(url, large, Duration.ofMillis(500))))
            .isInstanceOfSatisfying(
                DeliveryException.class, e -> assertThat(e.code()).isEqualTo("timeout"));
      } catch (java.io.IOException e) {
        throw new java.io.UncheckedIOException(e);
      }
    }

    @Test
    void an_interrupt_closes_the_connection_at_once() throws Exception {
      CountDownLatch never = new CountDownLatch(1);
      RawReceiver receiver =
          keep(
              new RawReceiver((_, _) -> {
                never.await();
                return false;
              }));
      AtomicReference<Throwable> ended = new AtomicReference<>();
      Thread thread =
          Thread.ofVirtual()
              .start(() -> {
                try {
                  sender.send(ORG, post(receiver.url(), "x", PATIENCE));
                } catch (Throwable e) {
                  ended.set(e);
                }
              });
      assertThat(receiver.received.poll(90, TimeUnit.SECONDS)).isNotNull();
      thread.interrupt();
      assertThat(thread.join(PATIENCE)).isTrue();
      assertThat(ended.get()).isInstanceOf(InterruptedException.class);
      never.countDown();
    }

    @Test
    void nobody_there_is_told_apart_from_a_lost_answer() throws Exception {
      RawReceiver receiver = keep(new RawReceiver((_, _) -> false));
      assertThatThrownBy(() -> send(receiver.url()))
          .isInstanceOfSatisfying(
              DeliveryException.class, e -> assertThat(e.code()).isEqualTo("connection_lost"));
      // Bound, so that nobody else gets the port meanwhile, and not listening.
      try (var nobody = new java.net.Socket()) {
        nobody.bind(new java.net.InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0));
        assertThatThrownBy(() -> send("http://127.0.0.1:" + nobody.getLocalPort() + "/"))
            .isInstanceOfSatisfying(
                DeliveryException.class, e -> assertThat(e.code()).isEqualTo("connect_failed"));
      }
    }
  }

  @Nested
  class Addresses {

    private HttpSender strict(Resolver resolver) {
      return keep(
          new HttpSender(
              Ticker.system(),
              new AddressGuard(false),
              resolver,
              () -> (SSLSocketFactory) SSLSocketFactory.getDefault()));
    }

    @Test
    void the_resolved_address_is_what_is_judged() {
      RawReceiver receiver = keep(RawReceiver.saying(OK));
      HttpSender strict = strict((_, _) -> List.of(InetAddress.ofLiteral("127.0.0.1")));
      String url = "http://harmless.example:" + receiver.port() + "/";
      assertThatThrownBy(() -> strict.send(ORG, post(url, "x", PATIENCE)))
          .isInstanceOfSatisfying(
              DeliveryException.class, e -> assertThat(e.code()).isEqualTo("address_refused"));
      assertThat(receiver.connections).hasValue(0);
    }

    @Test
    void a_name_that_moves_after_the_check_gains_nothing() {
      RawReceiver receiver = keep(RawReceiver.saying(OK));
      AtomicInteger asked = new AtomicInteger();
      // Public for the check, and 127.0.0.1 for whoever asks again in order to connect.
      HttpSender strict =
          strict((_, _) ->
              List.of(
                  InetAddress.ofLiteral(
                      asked.getAndIncrement() == 0 ? "198.41.0.4" : "127.0.0.1")));
      String url = "http://moving.example:" + receiver.port() + "/";
      assertThatThrownBy(() -> strict.send(ORG, post(url, "x", Duration.ofMillis(300))))
          .isInstanceOf(DeliveryException.class);
      assertThat(asked).hasValue(1);
      assertThat(receiver.connections).hasValue(0);
    }

    @Test
    void the_name_stays_in_the_host_header_though_the_address_is_pinned() throws Exception {
      RawReceiver receiver = keep(RawReceiver.saying(OK));
      HttpSender trusting =
          keep(
              new HttpSender(
                  Ticker.system(),
                  new AddressGuard(true),
                  (_, _) -> List.of(InetAddress.ofLiteral("127.0.0.1")),
                  () -> (SSLSocketFactory) SSLSocketFactory.getDefault()));
      trusting.send(ORG, post("http://named.example:" + receiver.port() + "/", "x", PATIENCE));
      assertThat(receiver.received.take().headers())
          .containsEntry("host", "named.example:" + receiver.port());
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "http://127.0.0.1:%d/",
          "http://localhost:%d/",
          "http://localhost.:%d/",
          "http://[::1]:%d/",
          "http://[::ffff:127.0.0.1]:%d/",
          "http://[::ffff:7f00:1]:%d/",
          "http://[64:ff9b::7f00:1]:%d/",
          "http://169.254.169.254:%d/latest/meta-data/",
          "http://0.0.0.0:%d/"
        })
    void no_way_to_write_it_leads_to_this_machine(String pattern) {
      RawReceiver receiver = keep(RawReceiver.saying(OK));
      HttpSender strict = keep(new HttpSender(Ticker.system(), new AddressGuard(false)));
      assertThatThrownBy(
              () -> strict.send(ORG, post(pattern.formatted(receiver.port()), "x", PATIENCE)))
          .isInstanceOfSatisfying(
              DeliveryException.class, e -> assertThat(e.code()).isEqualTo("address_refused"));
      assertThat(receiver.connections).hasValue(0);
    }

    @Test
    void a_name_nobody_knows_fails_closed() {
      assertThatThrownBy(() -> send("http://nobody.invalid/"))
          .isInstanceOfSatisfying(
              DeliveryException.class, e -> assertThat(e.code()).isEqualTo("unknown_host"));
    }
  }
}
