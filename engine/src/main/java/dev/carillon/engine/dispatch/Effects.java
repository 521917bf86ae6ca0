package dev.carillon.engine.dispatch;

/** All that the dispatcher does to the world outside its own memory. */
public interface Effects {

  /** Asks the store on the call's lane, and has the answer delivered on the dispatcher's thread. */
  void submit(StoreCall<?> call);

  /** Carries an attempt out, and reports its end with {@link Dispatcher#finished}. */
  void deliver(Delivery delivery);

  /** Interrupts an attempt; its end may still be reported, and then changes nothing. */
  void cancel(Delivery delivery, String reason);
}
