package dev.carillon.server.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.carillon.engine.clock.Ticker;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Name servers that do not answer, and who has to wait for them. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SystemResolverTest {

  private static final int ADA = 1;
  private static final int BOB = 2;
  private static final int SHARE = 8;
  private static final Duration LONG = Duration.ofSeconds(90);
  private static final InetAddress HERE = InetAddress.ofLiteral("127.0.0.1");

  private final List<AutoCloseable> opened = new ArrayList<>();

  /** Until then, the name server of {@code slow.test} says nothing. */
  private final CountDownLatch answers = new CountDownLatch(1);

  private final Queue<String> asked = new ConcurrentLinkedQueue<>();

  private <T extends AutoCloseable> T keep(T part) {
    opened.add(part);
    return part;
  }

  @AfterEach
  void stop() throws Exception {
    answers.countDown();
    for (AutoCloseable part : opened) {
      part.close();
    }
  }

  private SystemResolver resolver(Duration patience) {
    return keep(new SystemResolver(Ticker.system(), patience, this::addresses));
  }

  /** As the operating system does: no interrupt reaches it. */
  private InetAddress[] addresses(String host) throws UnknownHostException {
    asked.add(host);
    if (host.endsWith("none.test")) {
      throw new UnknownHostException(host);
    }
    boolean waiting = host.endsWith("slow.test");
    while (waiting) {
      try {
        answers.await();
        waiting = false;
      } catch (InterruptedException e) {
        // It waits on.
      }
    }
    return new InetAddress[] {HERE};
  }

  private static Thread ask(SystemResolver resolver, int orgId, String host, Queue<Object> ends) {
    return Thread.ofVirtual()
        .start(() -> {
          try {
            ends.add(resolver.resolve(orgId, host));
          } catch (Exception e) {
            ends.add(e);
          }
        });
  }

  @Test
  void names_that_hang_hold_up_no_calls_of_others() throws Exception {
    SystemResolver resolver = resolver(LONG);
    RawReceiver receiver =
        keep(RawReceiver.saying("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"));
    HttpSender sender =
        keep(
            new HttpSender(
                Ticker.system(),
                new AddressGuard(true),
                resolver,
                () -> (SSLSocketFactory) SSLSocketFactory.getDefault()));
    Queue<Object> ends = new ConcurrentLinkedQueue<>();
    for (int i = 0; i < 300; i++) {
      ask(resolver, ADA, i + ".slow.test", ends);
    }
    await().atMost(LONG).until(() -> asked.size() == SHARE);
    String url = "http://fine.test:" + receiver.port() + "/";
    Call call = Call.of("POST", Destination.of(url), "x".getBytes(StandardCharsets.UTF_8), LONG);
    assertThat(sender.send(BOB, call).status()).isEqualTo(200);
    assertThat(asked).as("what is under way for one organization").hasSize(SHARE + 1);
    assertThat(ends).isEmpty();
    answers.countDown();
    await().atMost(LONG).until(() -> ends.size() == 300);
    assertThat(ends).containsOnly(List.of(HERE));
  }

  @Test
  void a_name_under_way_is_asked_for_once_and_what_comes_is_for_all() throws Exception {
    SystemResolver resolver = resolver(LONG);
    Queue<Object> ends = new ConcurrentLinkedQueue<>();
    List<Thread> askers = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      askers.add(ask(resolver, i % 2 == 0 ? ADA : BOB, "one.slow.test", ends));
    }
    await().atMost(LONG).until(() -> !asked.isEmpty());
    assertThat(resolver.resolve(ADA, "another.test")).containsExactly(HERE);
    answers.countDown();
    for (Thread asker : askers) {
      assertThat(asker.join(LONG)).isTrue();
    }
    assertThat(ends).hasSize(100).containsOnly(List.of(HERE));
    assertThat(asked.stream().filter("one.slow.test"::equals)).hasSize(1);
  }

  @Test
  void who_had_no_turn_is_told_so_and_not_that_the_name_is_unknown() throws Exception {
    SystemResolver resolver = resolver(Duration.ofMillis(300));
    Queue<Object> ends = new ConcurrentLinkedQueue<>();
    for (int i = 0; i < SHARE; i++) {
      ask(resolver, ADA, i + ".slow.test", ends);
    }
    await().atMost(LONG).until(() -> asked.size() == SHARE);
    assertThatThrownBy(() -> resolver.resolve(ADA, "fine.test"))
        .isInstanceOfSatisfying(
            DeliveryException.class, e -> assertThat(e.code()).isEqualTo("too_many_lookups"))
        .hasMessageContaining("nobody was asked for fine.test")
        .hasMessageContaining("this organization");
    assertThat(resolver.resolve(BOB, "fine.test")).containsExactly(HERE);
    await().atMost(LONG).until(() -> ends.size() == SHARE);
    assertThat(ends).allSatisfy(end -> assertThat(end).isInstanceOf(UnknownHostException.class));
    answers.countDown();
    await()
        .atMost(LONG)
        .ignoreExceptions()
        .until(() -> resolver.resolve(ADA, "other.test").contains(HERE));
  }

  @Test
  void the_patience_with_a_name_begins_with_its_lookup_and_not_in_the_queue() throws Exception {
    // Every lookup takes longer than half of the patience, and the second waits for the first.
    Duration patience = Duration.ofSeconds(2);
    AtomicInteger begun = new AtomicInteger();
    CountDownLatch never = new CountDownLatch(1);
    SystemResolver resolver =
        keep(
            new SystemResolver(
                Ticker.system(),
                patience,
                host -> {
                  begun.incrementAndGet();
                  try {
                    boolean ended = never.await(1_200, TimeUnit.MILLISECONDS);
                    assertThat(ended).isFalse();
                  } catch (InterruptedException e) {
                    throw new UnknownHostException(host);
                  }
                  return new InetAddress[] {HERE};
                }));
    Queue<Object> ends = new ConcurrentLinkedQueue<>();
    for (int i = 0; i < SHARE; i++) {
      ask(resolver, ADA, "first" + i + ".test", ends);
    }
    await().atMost(LONG).until(() -> begun.get() == SHARE);
    assertThat(resolver.resolve(ADA, "second.test")).containsExactly(HERE);
  }

  @Test
  void a_name_server_that_says_nothing_is_told_apart_from_a_name_that_is_none() {
    SystemResolver resolver = resolver(Duration.ofMillis(300));
    assertThatThrownBy(() -> resolver.resolve(ADA, "a.slow.test"))
        .isInstanceOf(UnknownHostException.class)
        .hasCauseInstanceOf(TimeoutException.class);
    assertThatThrownBy(() -> resolver.resolve(ADA, "none.test"))
        .isInstanceOfSatisfying(
            UnknownHostException.class,
            e -> assertThat(Resolver.why(e)).isEqualTo("no address is known"));
    assertThatThrownBy(() -> resolver.resolve(BOB, "a.slow.test"))
        .isInstanceOfSatisfying(
            UnknownHostException.class,
            e -> assertThat(Resolver.why(e)).isEqualTo("no name server answered in time"));
    assertThat(asked).as("it is still being asked").containsExactly("a.slow.test", "none.test");
  }
}
