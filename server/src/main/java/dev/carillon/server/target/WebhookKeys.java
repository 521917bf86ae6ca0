package dev.carillon.server.target;

import dev.carillon.engine.clock.Dice;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs calls after Standard Webhooks, with a secret per organization.
 *
 * <p>The file {@code webhook.key} of the data directory holds one master key per line; the secrets
 * follow from it and the organization's number, so that none of them stands in any column. Servers
 * that share a database share the file too: copy it. To change it, put a new line first: calls are
 * signed with all of them until the old line is removed.
 */
public final class WebhookKeys {

  static final String FILE = "webhook.key";
  private static final String PREFIX = "whsec_";
  private static final String ALGORITHM = "HmacSHA256";
  private static final int KEY_BYTES = 32;
  private static final int MARK_BYTES = 8;

  private final List<SecretKeySpec> masters;
  private final Map<Integer, List<SecretKeySpec>> byOrganization = new ConcurrentHashMap<>();

  private WebhookKeys(List<SecretKeySpec> masters) {
    this.masters = masters;
  }

  /** Reads the file of this directory, or makes it. */
  public static WebhookKeys in(Path directory, Dice dice) {
    Path file = directory.resolve(FILE);
    String text = KeyFile.readOrCreate(file, () -> spelled(dice.bytes(KEY_BYTES)) + "\n");
    List<SecretKeySpec> masters =
        text.lines()
            .map(String::strip)
            .filter(line -> !line.isEmpty() && !line.startsWith("#"))
            .map(line -> master(line, file))
            .toList();
    if (masters.isEmpty()) {
      throw new IllegalStateException(
          "expected a line whsec_… in %s, found none; remove the file to have a new key made"
              .formatted(file));
    }
    return new WebhookKeys(masters);
  }

  private static SecretKeySpec master(String line, Path file) {
    try {
      if (line.startsWith(PREFIX)) {
        byte[] bytes = Base64.getDecoder().decode(line.substring(PREFIX.length()));
        if (bytes.length >= 24) {
          return new SecretKeySpec(bytes, ALGORITHM);
        }
      }
    } catch (IllegalArgumentException e) {
      // Not repeated below: it may be nearly the key.
    }
    throw new IllegalStateException(
        "expected lines of %s and the base64 of at least 24 bytes in %s, found another"
            .formatted(PREFIX, file));
  }

  private static String spelled(byte[] key) {
    return PREFIX + Base64.getEncoder().encodeToString(key);
  }

  /**
   * By what others see whether they sign alike, between commas: nothing of a key follows from it.
   */
  public String marks() {
    byte[] label = "carillon mark of a webhook key".getBytes(StandardCharsets.UTF_8);
    return masters.stream()
        .map(master -> HexFormat.of().formatHex(mac(master, label), 0, MARK_BYTES))
        .collect(Collectors.joining(","));
  }

  /** What a receiver checks signatures with: {@code whsec_…}. */
  public String secret(int organization) {
    return spelled(keys(organization).getFirst().getEncoded());
  }

  private List<SecretKeySpec> keys(int organization) {
    return byOrganization.computeIfAbsent(
        organization,
        id ->
            masters.stream()
                .map(master -> new SecretKeySpec(mac(master, label(id)), ALGORITHM))
                .toList());
  }

  private static byte[] label(int organization) {
    return ("carillon webhook secret of organization " + organization)
        .getBytes(StandardCharsets.UTF_8);
  }

  /**
   * The three headers.
   *
   * @param id without dots; the same whenever the same thing is sent
   */
  public Map<String, String> sign(int organization, String id, long epochSecond, byte[] body) {
    byte[] head = (id + "." + epochSecond + ".").getBytes(StandardCharsets.UTF_8);
    StringBuilder signatures = new StringBuilder();
    for (SecretKeySpec key : keys(organization)) {
      signatures
          .append(signatures.isEmpty() ? "v1," : " v1,")
          .append(Base64.getEncoder().encodeToString(mac(key, head, body)));
    }
    return Map.of(
        "webhook-id", id,
        "webhook-timestamp", Long.toString(epochSecond),
        "webhook-signature", signatures.toString());
  }

  private static byte[] mac(SecretKeySpec key, byte[]... parts) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      for (byte[] part : parts) {
        mac.update(part);
      }
      return mac.doFinal();
    } catch (NoSuchAlgorithmException | InvalidKeyException e) {
      throw new IllegalStateException("every Java has HmacSHA256", e);
    }
  }
}
