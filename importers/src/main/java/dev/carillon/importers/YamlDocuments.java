package dev.carillon.importers;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;
import tools.jackson.dataformat.yaml.YAMLParser;

/**
 * The documents of a YAML file, with what its aliases stand for. People write what several entries
 * have in common once ({@code &common}) and merge it into each ({@code <<: *common}); Jackson alone
 * would read an alias as a text.
 */
public final class YamlDocuments {

  private static final String MERGE = "<<";

  /** Aliases of aliases multiply; what people write stays far below this. */
  private static final int MOST_VALUES = 200_000;

  private final YAMLMapper mapper;
  private final YAMLParser parser;
  private final ObjectReader scalars;
  private final Map<String, JsonNode> anchors = new HashMap<>();
  private int values;

  private YamlDocuments(YAMLMapper mapper, YAMLParser parser) {
    this.mapper = mapper;
    this.parser = parser;
    // What follows a value is the rest of the document.
    scalars =
        mapper.readerFor(JsonNode.class).without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
  }

  /**
   * @throws tools.jackson.core.JacksonException where it is no YAML
   * @throws Unreadable where an alias stands for nothing, or for too much
   */
  public static List<JsonNode> read(YAMLMapper mapper, String text) {
    List<JsonNode> documents = new ArrayList<>();
    try (YAMLParser parser = (YAMLParser) mapper.createParser(text)) {
      YamlDocuments all = new YamlDocuments(mapper, parser);
      while (parser.nextToken() != null) {
        all.anchors.clear();
        documents.add(all.value());
      }
    }
    return documents;
  }

  /** The value that begins at the current token. */
  private JsonNode value() {
    if (parser.isCurrentAlias()) {
      return meant(parser.getString());
    }
    // An anchor is known only behind its value, so that none contains itself.
    String anchor = parser.getObjectId();
    count(1);
    JsonNode value =
        switch (parser.currentToken()) {
          case START_OBJECT -> object();
          case START_ARRAY -> array();
          default -> scalars.readValue(parser);
        };
    if (anchor != null) {
      anchors.put(anchor, value);
    }
    return value;
  }

  private JsonNode meant(String alias) {
    JsonNode value = anchors.get(alias);
    if (value == null) {
      throw new Unreadable("*%s stands for nothing before it".formatted(alias));
    }
    count(size(value));
    return value.deepCopy();
  }

  private void count(int more) {
    values += more;
    if (values > MOST_VALUES) {
      throw new Unreadable("it has more than %d values".formatted(MOST_VALUES));
    }
  }

  private static int size(JsonNode value) {
    int size = 1;
    for (JsonNode child : value.values()) {
      size += size(child);
    }
    return size;
  }

  private ArrayNode array() {
    ArrayNode array = mapper.createArrayNode();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      array.add(value());
    }
    return array;
  }

  private ObjectNode object() {
    ObjectNode object = mapper.createObjectNode();
    List<JsonNode> merged = new ArrayList<>();
    for (String name = parser.nextName(); name != null; name = parser.nextName()) {
      parser.nextToken();
      JsonNode value = value();
      if (!name.equals(MERGE)) {
        object.set(name, value);
      } else if (value instanceof ArrayNode list) {
        list.values().forEach(merged::add);
      } else {
        merged.add(value);
      }
    }
    // Names of its own win over merged ones, and those merged first over later ones.
    for (JsonNode other : merged) {
      if (!(other instanceof ObjectNode)) {
        throw new Unreadable("%s merges what is no mapping".formatted(MERGE));
      }
      other.properties().forEach(entry -> object.putIfAbsent(entry.getKey(), entry.getValue()));
    }
    return object;
  }
}
