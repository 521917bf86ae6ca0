package dev.carillon.importers.redis;

import dev.carillon.importers.Lenient;
import dev.carillon.importers.Unreadable;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What was read of a Redis: the keys that matter to one importer, and no others. In JSON, lists of
 * pairs stand for maps, since names in Redis are as long as anybody likes.
 *
 * @param instance which Redis it was
 */
public record Snapshot(
    String instance,
    Map<String, Map<String, Double>> sortedSets,
    Map<String, Map<String, byte[]>> hashes) {

  public static Snapshot empty(String instance) {
    return new Snapshot(instance, new LinkedHashMap<>(), new LinkedHashMap<>());
  }

  /** A hash, or an empty one. */
  public Map<String, byte[]> hash(String key) {
    return hashes.getOrDefault(key, Map.of());
  }

  public Map<String, Double> sortedSet(String key) {
    return sortedSets.getOrDefault(key, Map.of());
  }

  public ObjectNode json() {
    ObjectNode json = Lenient.object().put("instance", instance);
    ArrayNode sets = json.putArray("sorted_sets");
    sortedSets.forEach((key, members) -> {
      ArrayNode list = sets.addObject().put("key", key).putArray("members");
      members.forEach((member, score) -> list.addArray().add(member).add(score));
    });
    ArrayNode maps = json.putArray("hashes");
    hashes.forEach((key, fields) -> {
      ArrayNode list = maps.addObject().put("key", key).putArray("fields");
      fields.forEach((field, value) -> list.addArray().add(field).add(value(value)));
    });
    return json;
  }

  private static JsonNode value(byte[] bytes) {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return JsonNodeFactory.instance.stringNode(text);
    } catch (CharacterCodingException e) {
      return Lenient.object().put("base64", Base64.getEncoder().encodeToString(bytes));
    }
  }

  /**
   * Reads what {@link #json} wrote.
   *
   * @throws Unreadable if it is something else
   */
  public static Snapshot parse(JsonNode json) {
    Snapshot snapshot = empty(json.path("instance").asString("redis"));
    for (JsonNode set : list(json, "sorted_sets")) {
      Map<String, Double> members = new LinkedHashMap<>();
      for (JsonNode pair : list(set, "members")) {
        if (!pair.path(0).isString() || !pair.path(1).isNumber()) {
          throw broken("members are pairs of a string and a number");
        }
        members.put(pair.get(0).stringValue(), pair.get(1).doubleValue());
      }
      snapshot.sortedSets.put(key(set), members);
    }
    for (JsonNode map : list(json, "hashes")) {
      Map<String, byte[]> fields = new LinkedHashMap<>();
      for (JsonNode pair : list(map, "fields")) {
        if (!pair.path(0).isString()) {
          throw broken("fields are pairs of a string and a value");
        }
        fields.put(pair.get(0).stringValue(), bytes(pair.path(1)));
      }
      snapshot.hashes.put(key(map), fields);
    }
    return snapshot;
  }

  private static String key(JsonNode entry) {
    if (!entry.path("key").isString()) {
      throw broken("every entry has a key");
    }
    return entry.get("key").stringValue();
  }

  private static List<JsonNode> list(JsonNode json, String name) {
    JsonNode list = json.path(name);
    if (list.isMissingNode()) {
      return List.of();
    }
    if (!list.isArray()) {
      throw broken(name + " is a list");
    }
    return List.copyOf(list.values());
  }

  private static byte[] bytes(JsonNode value) {
    if (value.isString()) {
      return value.stringValue().getBytes(StandardCharsets.UTF_8);
    }
    try {
      return Base64.getDecoder().decode(value.path("base64").asString("?"));
    } catch (IllegalArgumentException e) {
      throw broken("a value is a string, or an object with base64");
    }
  }

  private static Unreadable broken(String rule) {
    return new Unreadable("snapshot is not as `carillon import` makes it: " + rule);
  }
}
