package dev.carillon.importers.pickle;

import dev.carillon.importers.pickle.PickleValues.Global;
import dev.carillon.importers.pickle.PickleValues.Mapping;
import dev.carillon.importers.pickle.PickleValues.Sequence;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Reads pickles of the protocols 0 to 5 as data. A pickle is a program for a machine with a stack;
 * this one has no instruction that calls anything: names are looked up in a short list of classes
 * whose values are data, and every other name ends the reading. Steps, stack, memory and the size
 * of the result are bounded, so that a hostile pickle costs no more than an honest one.
 */
public final class Unpickler {

  private static final int LARGEST = 4 << 20;
  private static final int MOST_STEPS = 500_000;
  private static final int MOST_KEPT = 100_000;
  private static final int LONGEST_NUMBER = 1_000;

  /** Where a group of values begins on the stack. */
  private static final Mark MARK = new Mark();

  private static final class Mark {}

  private final PickleInput in;
  private final List<@Nullable Object> stack = new ArrayList<>();
  private final Map<Integer, @Nullable Object> memo = new HashMap<>();

  private Unpickler(byte[] pickle) {
    in = new PickleInput(pickle);
  }

  /**
   * What the pickle holds, as JSON: tuples and sets are arrays, bytes are {@code {"base64": …}}.
   *
   * @throws PickleRefused if it is broken, too large, or more than data
   */
  public static JsonNode read(byte[] pickle) {
    if (pickle.length > LARGEST) {
      throw new PickleRefused("it has more than %d bytes".formatted(LARGEST));
    }
    return new PickleJson().of(new Unpickler(pickle).run());
  }

  private @Nullable Object run() {
    for (int step = 0; step < MOST_STEPS; step++) {
      int code = in.next();
      if (code == '.') {
        Object result = pop();
        if (result instanceof Mark || result instanceof Global) {
          throw new PickleRefused("it ends with something that is no data");
        }
        return result;
      }
      step(code);
      if (stack.size() > MOST_KEPT || memo.size() > MOST_KEPT) {
        throw new PickleRefused("it keeps more than %d values".formatted(MOST_KEPT));
      }
    }
    throw new PickleRefused("it has more than %d steps".formatted(MOST_STEPS));
  }

  /** Scalars and the order of things here, collections and names below. */
  private void step(int code) {
    switch (code) {
      case 0x80 -> protocol(in.next());
      case 0x95 -> in.eightBytes(); // A frame: how much to read ahead. All of it is here already.
      case 'N' -> push(null);
      case 0x88 -> push(true);
      case 0x89 -> push(false);
      case 'I' -> push(integerOrTruth(in.line()));
      case 'J' -> push(BigInteger.valueOf(in.fourBytes()));
      case 'K' -> push(BigInteger.valueOf(in.next()));
      case 'M' -> push(BigInteger.valueOf(in.twoBytes()));
      case 'L' -> push(decimal(in.line().replaceFirst("L$", "")));
      case 0x8A -> push(littleEndian(in.counted(1)));
      case 0x8B -> push(littleEndian(in.counted(4)));
      case 'F' -> push(floating(in.line()));
      case 'G' -> push(in.bigEndianDouble());
      case 'S' -> push(PickleText.quoted(in.line()));
      case 'V' -> push(PickleText.rawUnicode(in.line()));
      case 'T' -> push(latin(in.counted(4)));
      case 'U' -> push(latin(in.counted(1)));
      case 'X' -> push(utf8(in.counted(4)));
      case 0x8C -> push(utf8(in.counted(1)));
      case 0x8D -> push(utf8(in.counted(8)));
      case 'B' -> push(in.counted(4));
      case 'C' -> push(in.counted(1));
      case 0x8E, 0x96 -> push(in.counted(8));
      case '(' -> stack.add(MARK);
      case '0' -> pop();
      case '1' -> group();
      case '2' -> push(peek());
      default -> collect(code);
    }
  }

  private void collect(int code) {
    switch (code) {
      case ']', ')', 0x8F -> push(new Sequence());
      case '}' -> push(new Mapping());
      case 'l', 't', 0x91 -> push(sequence(group()));
      case 0x85 -> push(sequence(take(1)));
      case 0x86 -> push(sequence(take(2)));
      case 0x87 -> push(sequence(take(3)));
      case 'd' -> push(filled(new Mapping(), group()));
      case 'a' -> {
        Object item = pop();
        top(Sequence.class).items.add(item);
      }
      case 'e', 0x90 -> {
        List<@Nullable Object> items = group();
        top(Sequence.class).items.addAll(items);
      }
      case 's' -> {
        List<@Nullable Object> pair = take(2);
        filled(top(Mapping.class), pair);
      }
      case 'u' -> {
        List<@Nullable Object> pairs = group();
        filled(top(Mapping.class), pairs);
      }
      default -> remember(code);
    }
  }

  private void remember(int code) {
    switch (code) {
      case 'p' -> memo.put(index(in.line()), peek());
      case 'q' -> memo.put(in.next(), peek());
      case 'r' -> memo.put(in.fourBytes(), peek());
      case 0x94 -> memo.put(memo.size(), peek());
      case 'g' -> push(recall(index(in.line())));
      case 'h' -> push(recall(in.next()));
      case 'j' -> push(recall(in.fourBytes()));
      case 'c' -> {
        String module = in.line();
        push(Constructors.known(module, in.line()));
      }
      case 0x93 -> {
        List<@Nullable Object> names = take(2);
        push(Constructors.known(String.valueOf(names.get(0)), String.valueOf(names.get(1))));
      }
      case 'R', 0x81 -> {
        List<@Nullable Object> call = take(2);
        push(Constructors.make(call.get(0), call.get(1)));
      }
      default -> throw refused(code);
    }
  }

  private static PickleRefused refused(int code) {
    return new PickleRefused(
        switch (code) {
          case 'b', 'i', 'o', 0x92 -> "it is more than data: it builds an object";
          case 'P', 'Q' -> "it is more than data: it refers to something outside of it";
          case 0x82, 0x83, 0x84 -> "it is more than data: it names a registered class";
          case 0x97, 0x98 -> "it refers to buffers outside of it";
          default -> "it has an instruction that no protocol has: 0x%02x".formatted(code);
        });
  }

  private static void protocol(int version) {
    if (version > 5) {
      throw new PickleRefused("it is of protocol %d; 0 to 5 are known".formatted(version));
    }
  }

  private void push(@Nullable Object value) {
    stack.add(value);
  }

  private @Nullable Object pop() {
    if (stack.isEmpty()) {
      throw new PickleRefused("it takes what is not there");
    }
    return stack.removeLast();
  }

  private @Nullable Object peek() {
    if (stack.isEmpty() || stack.getLast() instanceof Mark) {
      throw new PickleRefused("it looks at what is not there");
    }
    return stack.getLast();
  }

  private <T> T top(Class<T> type) {
    Object top = stack.isEmpty() ? null : stack.getLast();
    if (!type.isInstance(top)) {
      throw new PickleRefused("it adds to something that is no collection");
    }
    return type.cast(top);
  }

  private List<@Nullable Object> take(int count) {
    if (stack.size() < count) {
      throw new PickleRefused("it takes what is not there");
    }
    List<@Nullable Object> last = stack.subList(stack.size() - count, stack.size());
    List<@Nullable Object> taken = new ArrayList<>(last);
    last.clear();
    if (taken.contains(MARK)) {
      throw new PickleRefused("it takes a mark for a value");
    }
    return taken;
  }

  /** What was pushed since the last mark. */
  private List<@Nullable Object> group() {
    int mark = stack.lastIndexOf(MARK);
    if (mark < 0) {
      throw new PickleRefused("it ends a group that has not begun");
    }
    List<@Nullable Object> group = take(stack.size() - mark - 1);
    stack.removeLast();
    return group;
  }

  private static Sequence sequence(List<@Nullable Object> items) {
    Sequence sequence = new Sequence();
    sequence.items.addAll(items);
    return sequence;
  }

  private static Mapping filled(Mapping mapping, List<@Nullable Object> pairs) {
    if (pairs.size() % 2 != 0) {
      throw new PickleRefused("it has a key without a value");
    }
    for (int i = 0; i < pairs.size(); i += 2) {
      mapping.put(pairs.get(i), pairs.get(i + 1));
    }
    return mapping;
  }

  private @Nullable Object recall(int index) {
    if (!memo.containsKey(index)) {
      throw new PickleRefused("it recalls what it never kept");
    }
    return memo.get(index);
  }

  private static int index(String line) {
    try {
      return Integer.parseInt(line.strip());
    } catch (NumberFormatException e) {
      throw new PickleRefused("it has a number that is none");
    }
  }

  private static Object integerOrTruth(String line) {
    return switch (line) {
      case "00" -> false;
      case "01" -> true;
      default -> decimal(line);
    };
  }

  private static BigInteger decimal(String digits) {
    if (!digits.matches("[+-]?\\d{1,%d}".formatted(LONGEST_NUMBER))) {
      throw new PickleRefused("it has a number that is none, or too long");
    }
    return new BigInteger(digits);
  }

  private static Double floating(String text) {
    try {
      return Double.valueOf(text);
    } catch (NumberFormatException e) {
      throw new PickleRefused("it has a number that is none");
    }
  }

  private static BigInteger littleEndian(byte[] bytes) {
    if (bytes.length > LONGEST_NUMBER) {
      throw new PickleRefused("it has a number that is too long");
    }
    byte[] reversed = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      reversed[i] = bytes[bytes.length - 1 - i];
    }
    return reversed.length == 0 ? BigInteger.ZERO : new BigInteger(reversed);
  }

  private static String latin(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private static String utf8(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
