package dev.carillon.server.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;

/**
 * The text of a token: {@code car_} and 256 random bits. It is shown once; what is kept is its
 * hash, which needs no salt, since nobody can guess 256 bits.
 */
public record Secret(String text) {

  private static final String PREFIX = "car_";
  private static final int BYTES = 32;

  /**
   * @param random 32 bytes that nobody can predict
   */
  static Secret of(byte[] random) {
    return new Secret(PREFIX + plain(random).text());
  }

  /** As many bits for another use, which nobody should take for a token. */
  static Secret plain(byte[] random) {
    if (random.length != BYTES) {
      throw new IllegalArgumentException("a secret has 256 random bits");
    }
    return new Secret(Base64.getUrlEncoder().withoutPadding().encodeToString(random));
  }

  /** SHA-256, in hexadecimal. */
  String hash() {
    try {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** Takes the same time wherever two hashes differ. */
  static boolean same(String hash, String other) {
    return MessageDigest.isEqual(
        hash.getBytes(StandardCharsets.US_ASCII), other.getBytes(StandardCharsets.US_ASCII));
  }

  /** Never the token: it would end in a log. */
  @Override
  public String toString() {
    return "Secret[***]";
  }
}
