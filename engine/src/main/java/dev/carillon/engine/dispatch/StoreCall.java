package dev.carillon.engine.dispatch;

import dev.carillon.engine.store.Store;
import dev.carillon.engine.store.StoreException;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Something to ask the store, and what to do with the answer.
 *
 * <p>Asking may happen on any thread; the answer is to be delivered on the dispatcher's.
 */
public final class StoreCall<R> {

  private final Lane lane;
  private final String name;
  private final Function<Store, R> question;
  private final Consumer<R> answered;
  private final Consumer<StoreException> failed;

  StoreCall(
      Lane lane,
      String name,
      Function<Store, R> question,
      Consumer<R> answered,
      Consumer<StoreException> failed) {
    this.lane = lane;
    this.name = name;
    this.question = question;
    this.answered = answered;
    this.failed = failed;
  }

  public Lane lane() {
    return lane;
  }

  public String name() {
    return name;
  }

  /** Asks, and returns what the dispatcher is to do with the answer. */
  public Runnable ask(Store store) {
    R answer;
    try {
      answer = question.apply(store);
    } catch (StoreException e) {
      return () -> failed.accept(e);
    } catch (RuntimeException e) {
      return fail(new StoreException(name + " failed: " + e, e));
    }
    return () -> answered.accept(answer);
  }

  /** What the dispatcher is to do when no answer came; the store may or may not have done it. */
  public Runnable fail(StoreException problem) {
    return () -> failed.accept(problem);
  }
}
