package dev.carillon.importers.pickle;

import dev.carillon.importers.pickle.PickleValues.Mapping;
import dev.carillon.importers.pickle.PickleValues.Sequence;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a pickle held, as JSON. A few bytes of pickle can name the same value again and again, so
 * the size that counts is the one of the result.
 */
final class PickleJson {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final int DEEPEST = 40;
  private static final int MOST_NODES = 50_000;
  private static final long MOST_CHARACTERS = 1 << 20;

  private int nodes;
  private long characters;

  JsonNode of(@Nullable Object value) {
    return of(value, 0);
  }

  private JsonNode of(@Nullable Object value, int depth) {
    if (++nodes > MOST_NODES || depth > DEEPEST) {
      throw new PickleRefused("it is too large or too deep");
    }
    return switch (value) {
      case null -> NODES.nullNode();
      case String text -> NODES.stringNode(counted(text));
      case Boolean truth -> NODES.booleanNode(truth);
      case BigInteger number -> number(number);
      case Double number ->
          Double.isFinite(number)
              ? NODES.numberNode(BigDecimal.valueOf(number))
              : NODES.stringNode(number.toString());
      case byte[] bytes ->
          NODES.objectNode().put("base64", counted(Base64.getEncoder().encodeToString(bytes)));
      case Duration duration -> seconds(duration);
      case Sequence sequence -> {
        ArrayNode array = NODES.arrayNode();
        for (Object item : sequence.items) {
          array.add(of(item, depth + 1));
        }
        yield array;
      }
      case Mapping mapping -> {
        ObjectNode object = NODES.objectNode();
        for (int i = 0; i < mapping.keys.size(); i++) {
          object.set(name(mapping.keys.get(i), depth + 1), of(mapping.values.get(i), depth + 1));
        }
        yield object;
      }
      default -> NODES.stringNode(counted(value.toString()));
    };
  }

  private static JsonNode seconds(Duration duration) {
    BigDecimal seconds = BigDecimal.valueOf(duration.toMillis(), 3).stripTrailingZeros();
    return NODES.numberNode(seconds.scale() < 0 ? seconds.setScale(0) : seconds);
  }

  private static JsonNode number(BigInteger number) {
    return number.bitLength() < 64
        ? NODES.numberNode(number.longValue())
        : NODES.stringNode(number.toString());
  }

  private String name(@Nullable Object key, int depth) {
    return key instanceof String text ? counted(text) : of(key, depth).toString();
  }

  private String counted(String text) {
    characters += text.length();
    if (characters > MOST_CHARACTERS) {
      throw new PickleRefused("it is too large");
    }
    return text.indexOf('\0') >= 0 ? text.replace("\0", "\uFFFD") : text;
  }
}
