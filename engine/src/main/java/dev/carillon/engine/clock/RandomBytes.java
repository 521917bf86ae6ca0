package dev.carillon.engine.clock;

import java.security.SecureRandom;

/** Bytes nobody can guess, for keys. */
@FunctionalInterface
public interface RandomBytes {

  byte[] next(int count);

  static RandomBytes system() {
    SecureRandom random = new SecureRandom();
    return count -> {
      byte[] bytes = new byte[count];
      random.nextBytes(bytes);
      return bytes;
    };
  }
}
