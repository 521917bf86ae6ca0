package dev.carillon.server.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.engine.clock.Dice;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WebhookKeysTest {

  private static final byte[] BODY = "{\"a\":\"ü\"}".getBytes(StandardCharsets.UTF_8);

  @TempDir Path directory;

  private WebhookKeys keys() {
    return WebhookKeys.in(directory, Dice.system());
  }

  @Test
  void a_receiver_that_only_knows_the_standard_accepts_the_signature() throws Exception {
    WebhookKeys keys = keys();
    Map<String, String> headers = keys.sign(7, "run/1", 1_700_000_000L, BODY);
    assertThat(headers).containsEntry("webhook-id", "run/1");
    assertThat(headers).containsEntry("webhook-timestamp", "1700000000");
    assertThat(StandardWebhooks.accepts(keys.secret(7), headers, BODY)).isTrue();
    assertThat(StandardWebhooks.accepts(keys.secret(7), headers, new byte[] {1})).isFalse();
  }

  @Test
  void each_organization_has_its_own_secret() throws Exception {
    WebhookKeys keys = keys();
    assertThat(keys.secret(1)).isNotEqualTo(keys.secret(2));
    Map<String, String> headers = keys.sign(1, "run/1", 1, BODY);
    assertThat(StandardWebhooks.accepts(keys.secret(2), headers, BODY)).isFalse();
  }

  @Test
  void the_secret_is_the_same_after_a_restart_and_only_its_owner_can_read_the_file()
      throws Exception {
    String before = keys().secret(3);
    assertThat(keys().secret(3)).isEqualTo(before);
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(directory.resolve("webhook.key"))))
        .isEqualTo("rw-------");
  }

  @Test
  void while_keys_are_changed_calls_carry_the_signatures_of_both() throws Exception {
    WebhookKeys old = keys();
    Path file = directory.resolve("webhook.key");
    String fresh = "whsec_" + Base64.getEncoder().encodeToString(new byte[32]);
    Files.write(file, List.of(fresh, Files.readString(file).strip()));
    WebhookKeys both = keys();
    assertThat(both.secret(1)).isNotEqualTo(old.secret(1));
    Map<String, String> headers = both.sign(1, "run/1", 5, BODY);
    assertThat(StandardWebhooks.accepts(old.secret(1), headers, BODY)).isTrue();
    assertThat(StandardWebhooks.accepts(both.secret(1), headers, BODY)).isTrue();
  }

  @Test
  void a_file_that_holds_no_key_is_refused_without_repeating_it() throws Exception {
    Files.writeString(directory.resolve("webhook.key"), "whsec_nearly-a-key\n");
    assertThatThrownBy(this::keys)
        .hasMessageContaining("webhook.key")
        .hasMessageNotContaining("nearly");
  }

  /** The standard, written down a second time: HMAC from its definition, nothing of ours. */
  static final class StandardWebhooks {

    private StandardWebhooks() {}

    static boolean accepts(String secret, Map<String, String> headers, byte[] body)
        throws Exception {
      byte[] key = Base64.getDecoder().decode(secret.substring("whsec_".length()));
      ByteArrayOutputStream signed = new ByteArrayOutputStream();
      signed.writeBytes(headers.get("webhook-id").getBytes(StandardCharsets.UTF_8));
      signed.write('.');
      signed.writeBytes(headers.get("webhook-timestamp").getBytes(StandardCharsets.UTF_8));
      signed.write('.');
      signed.writeBytes(body);
      String expected = "v1," + Base64.getEncoder().encodeToString(hmac(key, signed.toByteArray()));
      return List.of(headers.get("webhook-signature").split(" ", -1)).contains(expected);
    }

    private static byte[] hmac(byte[] key, byte[] message) throws Exception {
      byte[] inner = new byte[64];
      byte[] outer = new byte[64];
      for (int i = 0; i < 64; i++) {
        byte k = i < key.length ? key[i] : 0;
        inner[i] = (byte) (k ^ 0x36);
        outer[i] = (byte) (k ^ 0x5c);
      }
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(inner);
      byte[] first = digest.digest(message);
      digest.update(outer);
      return digest.digest(first);
    }
  }
}
