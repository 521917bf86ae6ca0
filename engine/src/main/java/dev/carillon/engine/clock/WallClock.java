package dev.carillon.engine.clock;

import java.time.Instant;

/**
 * This machine's idea of the time: for stamps that others read, never for what is due. That is for
 * the database to say.
 */
@FunctionalInterface
public interface WallClock {

  Instant now();

  static WallClock system() {
    return Instant::now;
  }
}
