package dev.carillon.engine.dispatch;

import dev.carillon.engine.clock.Ticker;
import dev.carillon.engine.store.Store;
import java.util.function.Function;

/**
 * An answer, and between which of the ticker's nanoseconds the database gave it. Taken where the
 * question is asked: until the dispatcher gets to the answer, a millisecond may pass.
 */
record Timed<R>(R answer, long sentNanos, long receivedNanos) {

  static <R> Function<Store, Timed<R>> question(Ticker ticker, Function<Store, R> question) {
    return store -> {
      long sent = ticker.nanos();
      R answer = question.apply(store);
      return new Timed<>(answer, sent, ticker.nanos());
    };
  }
}
