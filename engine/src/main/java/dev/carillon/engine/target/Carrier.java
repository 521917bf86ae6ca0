package dev.carillon.engine.target;

import dev.carillon.engine.run.Outcome;

/** Carries out attempts of one kind of target. */
@FunctionalInterface
public interface Carrier {

  /** Blocks until the attempt has ended; an exception is a failure. */
  Outcome carry(RunContext run) throws Exception;
}
