package dev.carillon.importers;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Names for things by what they contain. */
public final class Digest {

  private Digest() {}

  /** As Bull names repeatable jobs. */
  public static String md5(String text) {
    return hex("MD5", text);
  }

  public static String sha256(String text) {
    return hex("SHA-256", text);
  }

  private static String hex(String algorithm, String text) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance(algorithm).digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has " + algorithm, e);
    }
  }
}
