package dev.carillon.importers.pickle;

import dev.carillon.importers.pickle.PickleValues.Global;
import dev.carillon.importers.pickle.PickleValues.Mapping;
import dev.carillon.importers.pickle.PickleValues.Sequence;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The few classes whose values are data, made here by rules of our own. */
final class Constructors {

  private static final Set<String> KNOWN =
      Set.of(
          "datetime.datetime",
          "datetime.date",
          "datetime.timedelta",
          "datetime.timezone",
          "decimal.Decimal",
          "collections.OrderedDict",
          "_codecs.encode",
          "builtins.set",
          "builtins.frozenset",
          "builtins.bytearray",
          "builtins.bytes",
          "builtins.list",
          "builtins.dict");

  private Constructors() {}

  /** A name that may stand in a pickle; any other ends the reading. */
  static Global known(String module, String name) {
    Global global = new Global(module.equals("__builtin__") ? "builtins" : module, name);
    if (!KNOWN.contains(global.toString())) {
      throw new PickleRefused("it is more than data: it names " + printable(module + "." + name));
    }
    return global;
  }

  private static String printable(String name) {
    String cut = name.length() > 80 ? name.substring(0, 80) + "…" : name;
    return cut.replaceAll("[^\\x20-\\x7e…]", "?");
  }

  static Object make(@Nullable Object callable, @Nullable Object arguments) {
    if (!(callable instanceof Global global) || !(arguments instanceof Sequence sequence)) {
      throw new PickleRefused("it calls something that cannot be called");
    }
    List<@Nullable Object> given = sequence.items;
    return switch (global.toString()) {
      case "datetime.datetime" -> datetime(given);
      case "datetime.date" -> date(bytes(at(given, 0)));
      case "datetime.timedelta" -> timedelta(given);
      case "datetime.timezone" -> offset(at(given, 0));
      case "decimal.Decimal" -> String.valueOf(at(given, 0));
      case "_codecs.encode" -> encoded(given);
      case "builtins.bytes", "builtins.bytearray" ->
          given.isEmpty() ? new byte[0] : bytes(at(given, 0));
      case "builtins.set", "builtins.frozenset", "builtins.list" ->
          given.isEmpty() ? new Sequence() : sequence(at(given, 0));
      case "collections.OrderedDict", "builtins.dict" ->
          given.isEmpty() ? new Mapping() : pairs(at(given, 0));
      default -> throw new PickleRefused("it calls " + global);
    };
  }

  private static @Nullable Object at(List<@Nullable Object> given, int place) {
    if (place >= given.size()) {
      throw new PickleRefused("it calls something with too few arguments");
    }
    return given.get(place);
  }

  private static byte[] bytes(@Nullable Object value) {
    return switch (value) {
      case byte[] bytes -> bytes;
      // Protocols before 3 have no bytes: a string with one character for each.
      case String text -> text.getBytes(StandardCharsets.ISO_8859_1);
      case null, default -> throw new PickleRefused("it has no bytes where bytes belong");
    };
  }

  private static byte[] encoded(List<@Nullable Object> given) {
    String encoding = String.valueOf(at(given, 1));
    if (!(at(given, 0) instanceof String text) || !encoding.matches("latin-?1")) {
      throw new PickleRefused("it encodes something other than bytes");
    }
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static Sequence sequence(@Nullable Object value) {
    if (value instanceof Sequence sequence) {
      return sequence;
    }
    throw new PickleRefused("it makes a collection of something that is none");
  }

  private static Mapping pairs(@Nullable Object value) {
    if (value instanceof Mapping mapping) {
      return mapping;
    }
    Mapping mapping = new Mapping();
    for (Object pair : sequence(value).items) {
      List<@Nullable Object> two = sequence(pair).items;
      mapping.put(at(two, 0), at(two, 1));
    }
    return mapping;
  }

  /** Ten bytes: year, month, day, hour, minute, second, microseconds; then perhaps a zone. */
  private static String datetime(List<@Nullable Object> given) {
    byte[] b = bytes(at(given, 0));
    if (b.length != 10) {
      throw new PickleRefused("it has a datetime that is none");
    }
    try {
      LocalDateTime local =
          LocalDateTime.of(
              unsigned(b[0]) << 8 | unsigned(b[1]),
              unsigned(b[2]) & 0x7F,
              unsigned(b[3]),
              unsigned(b[4]),
              unsigned(b[5]),
              unsigned(b[6]),
              (unsigned(b[7]) << 16 | unsigned(b[8]) << 8 | unsigned(b[9])) * 1_000);
      return given.size() > 1 && given.get(1) instanceof ZoneOffset zone
          ? local.atOffset(zone).toString()
          : local.toString();
    } catch (DateTimeException e) {
      throw new PickleRefused("it has a datetime that is none");
    }
  }

  private static String date(byte[] b) {
    try {
      return b.length == 4
          ? LocalDate.of(unsigned(b[0]) << 8 | unsigned(b[1]), b[2], b[3]).toString()
          : "";
    } catch (DateTimeException e) {
      throw new PickleRefused("it has a date that is none");
    }
  }

  private static Duration timedelta(List<@Nullable Object> given) {
    long[] parts = new long[3];
    for (int i = 0; i < Math.min(3, given.size()); i++) {
      parts[i] = given.get(i) instanceof BigInteger number ? number.longValue() : 0;
    }
    if (Math.abs(parts[0]) > 999_999_999) {
      throw new PickleRefused("it has a timedelta that is none");
    }
    return Duration.ofDays(parts[0])
        .plusSeconds(parts[1] % 1_000_000_000)
        .plusNanos(parts[2] % 1_000_000 * 1_000);
  }

  private static ZoneOffset offset(@Nullable Object value) {
    if (value instanceof Duration duration && duration.abs().toHours() < 18) {
      return ZoneOffset.ofTotalSeconds((int) duration.toSeconds());
    }
    throw new PickleRefused("it has a timezone that is none");
  }

  private static int unsigned(byte b) {
    return b & 0xFF;
  }
}
