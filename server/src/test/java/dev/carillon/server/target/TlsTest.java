package dev.carillon.server.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.carillon.engine.clock.Ticker;
import java.io.OutputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls over TLS: whom the certificate must be from, and for. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class TlsTest {

  private static final int ORG = 1;
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String NAMES = "dns:receiver.test,ip:127.0.0.1";

  @TempDir Path directory;

  private final List<AutoCloseable> opened = new ArrayList<>();

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

  private RawReceiver receiver(TestCertificate certificate) throws Exception {
    return keep(
        new RawReceiver(
            certificate.server(),
            (_, out) -> {
              out.write(
                  "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
                      .getBytes(StandardCharsets.ISO_8859_1));
              out.flush();
              return true;
            }));
  }

  /** Every name leads to this machine. */
  private HttpSender sender(SSLSocketFactory tls) {
    return keep(
        new HttpSender(
            Ticker.system(),
            new AddressGuard(true),
            (_, _) -> List.of(InetAddress.ofLiteral("127.0.0.1")),
            () -> tls));
  }

  private static Call call(String host, RawReceiver receiver) {
    String url = "https://%s:%d/hook".formatted(host, receiver.port());
    return Call.of("POST", Destination.of(url), new byte[] {'x'}, PATIENCE);
  }

  private static void refuses(HttpSender sender, String host, RawReceiver receiver) {
    DeliveryException problem =
        catchThrowableOfType(DeliveryException.class, () -> sender.send(ORG, call(host, receiver)));
    assertThat(problem).isNotNull();
    assertThat(problem.code()).isEqualTo("tls_failed");
    assertThat(problem).hasMessageContaining(host);
    assertThat(receiver.received).as("no request is sent").isEmpty();
  }

  @Test
  void a_certificate_that_is_trusted_and_has_the_name_is_accepted() throws Exception {
    TestCertificate certificate = TestCertificate.of(directory, NAMES);
    RawReceiver receiver = receiver(certificate);
    HttpSender sender = sender(certificate.trusting());
    assertThat(sender.send(ORG, call("receiver.test", receiver)).body()).isEqualTo("ok");
    assertThat(sender.send(ORG, call("receiver.test", receiver)).status()).isEqualTo(200);
    assertThat(receiver.connections).as("the connection is kept").hasValue(1);
    assertThat(receiver.received.take().headers())
        .containsEntry("host", "receiver.test:" + receiver.port());
  }

  @Test
  void what_comes_unasked_on_a_kept_connection_is_no_answer_to_the_next_call() throws Exception {
    TestCertificate certificate = TestCertificate.of(directory, NAMES);
    AtomicReference<OutputStream> first = new AtomicReference<>();
    RawReceiver receiver =
        keep(
            new RawReceiver(
                certificate.server(),
                (_, out) -> {
                  boolean second = !first.compareAndSet(null, out);
                  out.write(
                      "HTTP/1.1 %s\r\nContent-Length: 0\r\n\r\n"
                          .formatted(second ? "500 No" : "200 OK")
                          .getBytes(StandardCharsets.ISO_8859_1));
                  out.flush();
                  return true;
                }));
    HttpSender sender = sender(certificate.trusting());
    assertThat(sender.send(ORG, call("receiver.test", receiver)).status()).isEqualTo(200);
    assertThat(sender.idleConnections()).isOne();
    first
        .get()
        .write(
            "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
    await().atMost(PATIENCE).until(() -> sender.quietConnections() == 0);
    assertThat(sender.send(ORG, call("receiver.test", receiver)).status()).isEqualTo(500);
    assertThat(receiver.connections).hasValue(2);
  }

  @Test
  void a_request_that_was_read_on_a_kept_connection_is_not_sent_again() throws Exception {
    TestCertificate certificate = TestCertificate.of(directory, NAMES);
    AtomicBoolean answered = new AtomicBoolean();
    RawReceiver receiver =
        keep(
            new RawReceiver(
                certificate.server(),
                (_, out) -> {
                  boolean first = answered.compareAndSet(false, true);
                  if (first) {
                    out.write(
                        "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
                            .getBytes(StandardCharsets.ISO_8859_1));
                    out.flush();
                  }
                  return first;
                }));
    HttpSender sender = sender(certificate.trusting());
    sender.send(ORG, call("receiver.test", receiver));
    DeliveryException problem =
        catchThrowableOfType(
            DeliveryException.class, () -> sender.send(ORG, call("receiver.test", receiver)));
    assertThat(problem.code()).isEqualTo("connection_lost");
    assertThat(receiver.received).hasSize(2);
  }

  @Test
  void what_comes_in_one_record_with_an_answer_is_no_answer_to_the_next_call() throws Exception {
    TestCertificate certificate = TestCertificate.of(directory, NAMES);
    // More than is read at once, so that the rest of the record stays behind, decrypted.
    String body = "x".repeat(4_096 - "HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n".length());
    String answer =
        "HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s".formatted(body.length(), body);
    assertThat(answer).hasSize(4_096);
    RawReceiver receiver =
        keep(
            new RawReceiver(
                certificate.server(),
                (_, out) -> {
                  String unasked = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";
                  out.write((answer + unasked).getBytes(StandardCharsets.ISO_8859_1));
                  out.flush();
                  return true;
                }));
    HttpSender sender = sender(certificate.trusting());
    for (int i = 1; i <= 3; i++) {
      assertThat(sender.send(ORG, call("receiver.test", receiver)).body()).isEqualTo(body);
      assertThat(receiver.connections).hasValue(i);
    }
  }

  @Test
  void an_address_is_accepted_when_the_certificate_has_it() throws Exception {
    TestCertificate certificate = TestCertificate.of(directory, NAMES);
    RawReceiver receiver = receiver(certificate);
    assertThat(sender(certificate.trusting()).send(ORG, call("127.0.0.1", receiver)).status())
        .isEqualTo(200);
  }

  @Test
  void a_certificate_that_nobody_vouches_for_is_refused() throws Exception {
    RawReceiver receiver = receiver(TestCertificate.of(directory, NAMES));
    refuses(sender((SSLSocketFactory) SSLSocketFactory.getDefault()), "receiver.test", receiver);
  }

  @Test
  void a_certificate_for_another_name_is_refused() throws Exception {
    TestCertificate certificate = TestCertificate.of(directory, NAMES);
    RawReceiver receiver = receiver(certificate);
    refuses(sender(certificate.trusting()), "other.test", receiver);
  }

  @Test
  void a_certificate_for_a_name_alone_is_refused_for_the_address() throws Exception {
    TestCertificate certificate = TestCertificate.of(directory, "dns:receiver.test");
    RawReceiver receiver = receiver(certificate);
    refuses(sender(certificate.trusting()), "127.0.0.1", receiver);
  }

  @Test
  void a_connection_to_one_name_is_not_used_for_another() throws Exception {
    TestCertificate certificate = TestCertificate.of(directory, NAMES);
    RawReceiver receiver = receiver(certificate);
    HttpSender sender = sender(certificate.trusting());
    sender.send(ORG, call("receiver.test", receiver));
    receiver.received.take();
    refuses(sender, "other.test", receiver);
  }
}
