package dev.carillon.engine.target;

import dev.carillon.engine.run.Answer;

/** Carries out attempts of one kind of target. */
@FunctionalInterface
public interface Carrier {

  /** Blocks until the attempt has ended or was taken over; an exception is a failure. */
  Answer carry(RunContext run) throws Exception;
}
