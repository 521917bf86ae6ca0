package dev.carillon.importers.pickle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Pickles are read as data, whoever wrote them. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class UnpicklerTest {

  /** A failure names the seed; put it here to see it again. */
  private static final long SEED = 20261116;

  /**
   * What CPython 3 makes, for protocols 0 to 5, of {@code ('f', None, (1, -2, 10**20, 1.5, 'é€',
   * b'\x00\xff'), {'a': [True, False, {1}], 'd': datetime(2026,2,10,7,0,0,5), 'u': …UTC})}.
   */
  private static final List<String> REAL = Pickles.REAL;

  private static final String EXPECTED =
      """
      ["f",null,[1,-2,"100000000000000000000",1.5,"é€",{"base64":"AP8="}],\
      {"a":[true,false,[1]],"d":"2026-02-10T07:00:00.000005","u":"2026-02-10T07:00Z"}]\
      """;

  private static void refused(byte[] pickle, String why) {
    assertThatThrownBy(() -> Unpickler.read(pickle))
        .isInstanceOf(PickleRefused.class)
        .hasMessageContaining(why);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  @Test
  void all_protocols_say_the_same() {
    for (int protocol = 0; protocol < REAL.size(); protocol++) {
      assertThat(Unpickler.read(Base64.getDecoder().decode(REAL.get(protocol))).toString())
          .as("protocol " + protocol)
          .isEqualTo(EXPECTED);
    }
  }

  @Test
  void nothing_is_called() {
    refused(ascii("cos\nsystem\n(S'touch /tmp/owned'\ntR."), "it names os.system");
    refused(ascii("c__builtin__\neval\n(S'1'\ntR."), "it names __builtin__.eval");
    refused(ascii("\u0080\u0004\u008c\u0005posix\u008c\u0006system\u0093."), "posix.system");
    refused(ascii("(S'id'\nios\nsystem\n."), "it builds an object");
    refused(ascii("(cdatetime\ndate\no."), "it builds an object");
    refused(ascii("Pid\n."), "outside of it");
    refused(ascii("\u0080\u0002\u0082\u0001."), "registered class");
    refused(ascii("]}b."), "it builds an object");
    refused(ascii("S'f'\n)R."), "cannot be called");
  }

  @Test
  void a_few_bytes_do_not_become_many() {
    ByteArrayOutputStream laughs = new ByteArrayOutputStream();
    laughs.writeBytes(ascii("]q\u0000(S'" + "ha".repeat(50) + "'\ne"));
    for (int i = 1; i < 60; i++) {
      // Each list holds the one before it ten times.
      laughs.writeBytes(ascii("]q" + (char) i + "("));
      laughs.writeBytes(ascii(("h" + (char) (i - 1)).repeat(10)));
      laughs.write('e');
    }
    laughs.write('.');
    refused(laughs.toByteArray(), "too large");
  }

  @Test
  void what_lies_deep_or_within_itself_is_refused() {
    refused(ascii("]".repeat(10_000) + "a".repeat(9_999) + "."), "too deep");
    refused(ascii("]q\u0000h\u0000a."), "too deep");
    refused(ascii("}q\u0000S'a'\nh\u0000s."), "too deep");
    refused(ascii("(".repeat(200_000) + "."), "keeps more than");
    refused(ascii("N0".repeat(600_000) + "."), "steps");
  }

  @Test
  void lengths_are_not_believed() {
    refused(ascii("X\u00ff\u00ff\u00ff\u007f" + "abc."), "claims");
    refused(ascii("\u008e\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff."), "claims");
    refused(ascii("\u008b\u00ff\u00ff\u00ff\u007f."), "claims");
    refused(ascii("L" + "9".repeat(5_000) + "L\n."), "too long");
    refused(new byte[5 << 20], "more than");
  }

  @Test
  void a_part_of_a_pickle_is_none() {
    for (String real : REAL) {
      byte[] whole = Base64.getDecoder().decode(real);
      for (int length = 0; length < whole.length; length++) {
        byte[] part = java.util.Arrays.copyOf(whole, length);
        assertThatThrownBy(() -> Unpickler.read(part)).isInstanceOf(PickleRefused.class);
      }
    }
  }

  @Test
  void whatever_comes_it_is_read_or_refused() {
    Random random = new Random(SEED);
    int read = 0;
    for (int i = 0; i < 60_000; i++) {
      byte[] bytes = Base64.getDecoder().decode(REAL.get(random.nextInt(REAL.size())));
      for (int change = random.nextInt(4); change >= 0; change--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      }
      try {
        Unpickler.read(bytes);
        read++;
      } catch (PickleRefused refused) {
        assertThat(refused.getMessage()).isNotEmpty();
      } catch (RuntimeException e) {
        throw new AssertionError(
            "seed %d, %s".formatted(SEED, Base64.getEncoder().encodeToString(bytes)), e);
      }
    }
    assertThat(read).isPositive();
    for (int i = 0; i < 60_000; i++) {
      byte[] bytes = new byte[random.nextInt(60)];
      random.nextBytes(bytes);
      try {
        Unpickler.read(bytes);
      } catch (PickleRefused refused) {
        assertThat(refused.getMessage()).isNotEmpty();
      }
    }
  }
}
