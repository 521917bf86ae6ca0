package dev.carillon.engine.clock;

import java.security.SecureRandom;
import java.util.UUID;

/** New ids for schedules and requested runs. */
@FunctionalInterface
public interface Ids {

  UUID next();

  /** Version 7: the leading bits are the time, so that rows are added in the order of their ids. */
  static Ids system() {
    SecureRandom random = new SecureRandom();
    return () -> {
      long millis = System.currentTimeMillis();
      long high = (millis << 16) | 0x7000L | (random.nextInt() & 0x0FFFL);
      long low = (random.nextLong() & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L;
      return new UUID(high, low);
    };
  }
}
