package dev.carillon.client;

import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads JSON as a tree without Jackson's mapper, whose making takes longer than reading a page of
 * schedules. Deep nesting cannot exhaust the stack: the parser refuses it first.
 */
final class Tree {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private Tree() {}

  /** The value that begins with this token, of which the parser is left on the last. */
  static JsonNode read(JsonParser parser, JsonToken token) {
    return switch (token) {
      case START_OBJECT -> object(parser);
      case START_ARRAY -> array(parser);
      case VALUE_STRING -> NODES.stringNode(parser.getString());
      case VALUE_NUMBER_INT -> integer(parser);
      case VALUE_NUMBER_FLOAT -> NODES.numberNode(parser.getDecimalValue());
      case VALUE_TRUE -> NODES.booleanNode(true);
      case VALUE_FALSE -> NODES.booleanNode(false);
      case VALUE_NULL -> NODES.nullNode();
      case END_OBJECT, END_ARRAY, PROPERTY_NAME, VALUE_EMBEDDED_OBJECT, NOT_AVAILABLE ->
          throw new StreamReadException(parser, "a value was expected, got " + token);
    };
  }

  private static ObjectNode object(JsonParser parser) {
    ObjectNode object = NODES.objectNode();
    for (String name = parser.nextName(); name != null; name = parser.nextName()) {
      object.set(name, read(parser, parser.nextToken()));
    }
    return object;
  }

  private static ArrayNode array(JsonParser parser) {
    ArrayNode array = NODES.arrayNode();
    for (JsonToken token = parser.nextToken();
        token != JsonToken.END_ARRAY;
        token = parser.nextToken()) {
      array.add(read(parser, token));
    }
    return array;
  }

  private static JsonNode integer(JsonParser parser) {
    return switch (parser.getNumberType()) {
      case INT -> NODES.numberNode(parser.getIntValue());
      case LONG -> NODES.numberNode(parser.getLongValue());
      default -> NODES.numberNode(parser.getBigIntegerValue());
    };
  }
}
