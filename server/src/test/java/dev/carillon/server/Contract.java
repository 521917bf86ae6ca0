package dev.carillon.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * Holds real answers against {@code openapi.yaml}: the status must be foreseen, and the body must
 * be as its schema says, with no field more or less.
 */
public final class Contract {

  private static final JsonNode API = read();

  private Contract() {}

  private static JsonNode read() {
    try (InputStream in =
        Contract.class.getResourceAsStream("/dev/carillon/server/docs/openapi.yaml")) {
      return YAMLMapper.builder().build().readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static JsonNode api() {
    return API;
  }

  /** The operation that a request is, or null when its path or method is none of the document's. */
  public static JsonNode operation(String method, String path) {
    String[] segments = path.replaceFirst("\\?.*", "").replaceFirst("(.)/$", "$1").split("/", -1);
    JsonNode best = null;
    int bestWords = -1;
    for (Map.Entry<String, JsonNode> item : API.get("paths").properties()) {
      String[] template = item.getKey().split("/", -1);
      int words = words(template, segments);
      if (words > bestWords) {
        bestWords = words;
        best = item.getValue();
      }
    }
    return best == null ? null : best.get(method.toLowerCase(Locale.ROOT));
  }

  private static int words(String[] template, String[] segments) {
    if (template.length != segments.length) {
      return -1;
    }
    int words = 0;
    for (int i = 0; i < template.length; i++) {
      if (template[i].equals(segments[i])) {
        words++;
      } else if (!template[i].startsWith("{") || segments[i].isEmpty()) {
        return -1;
      }
    }
    return words;
  }

  /** What is wrong with an answer; empty when nothing is. */
  public static List<String> breaches(
      String method, String path, int status, String contentType, String body) {
    JsonNode operation = operation(method, path);
    if (operation == null) {
      return status == 404 || status == 405 ? List.of() : List.of("no such operation");
    }
    JsonNode response = operation.get("responses").get("" + status);
    if (response == null && status >= 400) {
      response = operation.get("responses").get("default");
    }
    if (response == null) {
      return List.of("status " + status + " is not foreseen");
    }
    response = resolve(response);
    JsonNode content = response.get("content");
    if (content == null) {
      return body.isEmpty() ? List.of() : List.of("a body is not foreseen");
    }
    String bare = String.valueOf(contentType).replaceFirst(";.*", "");
    JsonNode media = content.get(bare);
    if (media == null) {
      return List.of("content type " + bare + " is not foreseen");
    }
    List<String> breaches = new ArrayList<>();
    if (media.has("schema")) {
      check(dev.carillon.server.web.Json.stored(body), media.get("schema"), "$", breaches);
    }
    return breaches;
  }

  private static JsonNode resolve(JsonNode node) {
    if (!node.has("$ref")) {
      return node;
    }
    return API.at(node.get("$ref").stringValue().substring(1));
  }

  private static void check(JsonNode value, JsonNode unresolved, String at, List<String> breaches) {
    JsonNode schema = resolve(unresolved);
    if (schema.has("anyOf")) {
      checkAny(value, schema.get("anyOf"), at, breaches);
      return;
    }
    if (schema.has("type") && !types(schema.get("type")).contains(type(value, schema))) {
      breaches.add(at + " is " + type(value, schema) + ", not " + schema.get("type"));
      return;
    }
    if (schema.has("enum") && !schema.get("enum").valueStream().toList().contains(value)) {
      breaches.add(at + " is " + value + ", not one of " + schema.get("enum"));
    }
    if (value.isString() && schema.path("format").asString("").equals("date-time")) {
      try {
        Instant.parse(value.stringValue());
      } catch (DateTimeException e) {
        breaches.add(at + " is no moment: " + value);
      }
    }
    if (value.isArray() && schema.has("items")) {
      for (int i = 0; i < value.size(); i++) {
        check(value.get(i), schema.get("items"), at + "[" + i + "]", breaches);
      }
    }
    if (value.isObject()) {
      checkObject(value, schema, at, breaches);
    }
  }

  private static void checkAny(JsonNode value, JsonNode schemas, String at, List<String> breaches) {
    List<String> all = new ArrayList<>();
    for (JsonNode schema : schemas.values()) {
      List<String> of = new ArrayList<>();
      check(value, schema, at, of);
      if (of.isEmpty()) {
        return;
      }
      all.addAll(of);
    }
    breaches.addAll(all);
  }

  private static void checkObject(
      JsonNode value, JsonNode schema, String at, List<String> breaches) {
    JsonNode properties = schema.path("properties");
    for (JsonNode required : schema.path("required").values()) {
      if (!value.has(required.stringValue())) {
        breaches.add(at + " lacks " + required.stringValue());
      }
    }
    JsonNode others = schema.get("additionalProperties");
    for (Map.Entry<String, JsonNode> field : value.properties()) {
      String name = field.getKey();
      if (properties.has(name)) {
        check(field.getValue(), properties.get(name), at + "." + name, breaches);
      } else if (others != null && others.isBoolean() && !others.booleanValue()) {
        breaches.add(at + " has " + name + ", which is not foreseen");
      } else if (others != null && others.isObject()) {
        check(field.getValue(), others, at + "." + name, breaches);
      }
    }
  }

  private static Set<String> types(JsonNode type) {
    Set<String> types = new HashSet<>();
    if (type.isArray()) {
      type.values().forEach(one -> types.add(one.stringValue()));
    } else {
      types.add(type.stringValue());
    }
    if (types.contains("number")) {
      types.add("integer");
    }
    return types;
  }

  private static String type(JsonNode value, JsonNode schema) {
    return switch (value.getNodeType()) {
      case ARRAY -> "array";
      case OBJECT -> "object";
      case STRING -> "string";
      case BOOLEAN -> "boolean";
      case NULL -> "null";
      case NUMBER ->
          value.decimalValue().stripTrailingZeros().scale() <= 0
                  && value.decimalValue().compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) <= 0
              ? "integer"
              : "number";
      case MISSING, BINARY, POJO -> "nothing in " + schema;
    };
  }
}
