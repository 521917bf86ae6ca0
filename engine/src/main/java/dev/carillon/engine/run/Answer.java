package dev.carillon.engine.run;

/** What a target says when it is done with an attempt: how it ended, or that it goes on. */
public sealed interface Answer permits Outcome, Answer.TakenOver {

  /**
   * The receiver has the attempt now and will report its end itself. The run stays open until it
   * does, or until the deadline; no node needs to live for it.
   */
  record TakenOver() implements Answer {
    public static final TakenOver INSTANCE = new TakenOver();
  }
}
