package dev.carillon.client;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What a timing will do: in words, and its next slots. */
public record Preview(String description, List<Slot> slots, JsonNode json) {

  /**
   * @param local the same moment on the clock of the timing's zone
   * @param note what daylight saving does to this slot; null as a rule
   */
  public record Slot(Instant at, OffsetDateTime local, @Nullable String note) {}

  static Preview of(JsonNode json) {
    List<Slot> slots =
        json.get("slots")
            .valueStream()
            .map(slot ->
                new Slot(
                    Instant.parse(Json.string(slot, "at")),
                    OffsetDateTime.parse(Json.string(slot, "local")),
                    Json.text(slot, "note")))
            .toList();
    return new Preview(Json.string(json, "description"), slots, json);
  }
}
