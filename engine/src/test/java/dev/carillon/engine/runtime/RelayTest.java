package dev.carillon.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Work is done once, and none of it waits for other work that waits. */
class RelayTest {

  private static final int PIECES = 200;

  private final List<Integer> pieces = IntStream.range(0, PIECES).boxed().toList();
  private final List<Integer> done = Collections.synchronizedList(new ArrayList<>());
  private final CountDownLatch over = new CountDownLatch(PIECES);

  private void awaitAll() throws InterruptedException {
    assertThat(over.await(20, TimeUnit.SECONDS)).as("all pieces are done").isTrue();
    assertThat(done).hasSize(PIECES).doesNotHaveDuplicates();
  }

  private void finish(int piece) {
    done.add(piece);
    over.countDown();
  }

  @RepeatedTest(20)
  void each_piece_is_done_once() throws Exception {
    new Relay<>(pieces, this::finish).start();
    awaitAll();
  }

  @Test
  void pieces_that_wait_for_the_last_one_do_not_keep_it_from_its_turn() throws Exception {
    CyclicBarrier allAreHere = new CyclicBarrier(PIECES);
    new Relay<>(
            pieces,
            piece -> {
              try {
                allAreHere.await();
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
              finish(piece);
            })
        .start();
    awaitAll();
  }

  @Test
  void one_that_throws_ends_its_thread_and_not_the_others() throws Exception {
    new Relay<>(
            pieces,
            piece -> {
              finish(piece);
              if (piece % 3 == 0) {
                throw new IllegalStateException("a test's own");
              }
            })
        .start();
    awaitAll();
  }

  @Test
  void work_that_does_not_wait_shares_threads() throws Exception {
    Set<Long> threads = Collections.synchronizedSet(new HashSet<>());
    new Relay<>(
            pieces,
            piece -> {
              threads.add(Thread.currentThread().threadId());
              finish(piece);
            })
        .start();
    awaitAll();
    assertThat(threads).hasSizeLessThan(PIECES);
  }
}
