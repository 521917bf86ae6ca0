package dev.carillon.client;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Why an attempt failed. */
public record RunError(String code, String message) {

  static @Nullable RunError of(@Nullable JsonNode json) {
    return json == null || !json.isObject()
        ? null
        : new RunError(Json.string(json, "code"), Json.string(json, "message"));
  }

  @Override
  public String toString() {
    return message.isEmpty() ? code : code + ": " + message;
  }
}
