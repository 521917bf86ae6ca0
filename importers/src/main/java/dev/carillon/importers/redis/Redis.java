package dev.carillon.importers.redis;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A Redis, asked with commands that change nothing. */
@FunctionalInterface
public interface Redis {

  /** Keys looked at in one go while searching. */
  int SCAN_COUNT = 1_000;

  /**
   * @throws RedisException if it refuses, or does not speak its protocol
   */
  Reply ask(String... words);

  default String type(String key) {
    return ask("TYPE", key).text();
  }

  /** The fields of a hash, in any order; empty when there is no such hash. */
  default Map<String, byte[]> hash(String key) {
    List<Reply> replies = ask("HGETALL", key).items();
    Map<String, byte[]> fields = new LinkedHashMap<>();
    for (int i = 0; i + 1 < replies.size(); i += 2) {
      fields.put(replies.get(i).text(), replies.get(i + 1).bytes());
    }
    return fields;
  }

  /** The first members of a sorted set with their scores. */
  default Map<String, Double> sortedSet(String key, int most) {
    List<Reply> replies = ask("ZRANGE", key, "0", String.valueOf(most - 1), "WITHSCORES").items();
    Map<String, Double> members = new LinkedHashMap<>();
    for (int i = 0; i + 1 < replies.size(); i += 2) {
      try {
        members.put(replies.get(i).text(), Double.valueOf(replies.get(i + 1).text()));
      } catch (NumberFormatException e) {
        throw new RedisException("the score of a member of %s is no number".formatted(key));
      }
    }
    return members;
  }

  default List<String> list(String key, int most) {
    return ask("LRANGE", key, "0", String.valueOf(most - 1)).items().stream()
        .map(Reply::text)
        .toList();
  }

  /** All keys that match a pattern, found in steps that hold nobody up. */
  default List<String> keys(String pattern, int most) {
    List<String> found = new ArrayList<>();
    String cursor = "0";
    do {
      List<Reply> page =
          ask("SCAN", cursor, "MATCH", pattern, "COUNT", String.valueOf(SCAN_COUNT)).items();
      if (page.size() != 2) {
        throw new RedisException("it does not answer SCAN as Redis does");
      }
      cursor = page.get(0).text();
      page.get(1).items().forEach(key -> found.add(key.text()));
      if (found.size() > most) {
        throw new RedisException("there are more than %d keys like %s".formatted(most, pattern));
      }
    } while (!cursor.equals("0"));
    return found.stream().distinct().sorted().toList();
  }

  /** An answer. */
  sealed interface Reply {

    final class Bytes implements Reply {
      private final byte[] value;

      public Bytes(byte[] value) {
        this.value = value;
      }

      byte[] value() {
        return value;
      }
    }

    record Count(long value) implements Reply {}

    record Items(List<Reply> values) implements Reply {
      public Items {
        values = List.copyOf(values);
      }
    }

    record Nothing() implements Reply {}

    default byte[] bytes() {
      return this instanceof Bytes bytes ? bytes.value() : new byte[0];
    }

    default String text() {
      return switch (this) {
        case Bytes bytes -> new String(bytes.value(), StandardCharsets.UTF_8);
        case Count count -> String.valueOf(count.value());
        case Items _, Nothing _ -> "";
      };
    }

    default List<Reply> items() {
      return this instanceof Items items ? items.values() : List.of();
    }
  }
}
