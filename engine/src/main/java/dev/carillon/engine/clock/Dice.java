package dev.carillon.engine.clock;

import java.security.SecureRandom;

/** Chance that nobody can predict, for secrets. */
@FunctionalInterface
public interface Dice {

  byte[] bytes(int count);

  static Dice system() {
    SecureRandom random = new SecureRandom();
    return count -> {
      byte[] bytes = new byte[count];
      random.nextBytes(bytes);
      return bytes;
    };
  }
}
