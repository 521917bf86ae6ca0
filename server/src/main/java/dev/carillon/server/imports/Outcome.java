package dev.carillon.server.imports;

import dev.carillon.server.web.Json;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What became of one job.
 *
 * @param reason why, where that is not plain
 * @param fires the next slots of its schedule
 * @param runs how many runs came with it
 */
record Outcome(
    Word word,
    @Nullable String reason,
    List<String> warnings,
    @Nullable UUID scheduleId,
    List<Instant> fires,
    int runs) {

  /** Each job ends as one of these; together they are all jobs found. */
  enum Word {
    CREATED,
    UPDATED,
    UNCHANGED,
    SKIPPED,
    FAILED;

    String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  Outcome {
    warnings = List.copyOf(warnings);
    fires = List.copyOf(fires);
  }

  static Outcome skipped(String reason) {
    return new Outcome(Word.SKIPPED, reason, List.of(), null, List.of(), 0);
  }

  static Outcome failed(@Nullable String reason) {
    return new Outcome(Word.FAILED, reason, List.of(), null, List.of(), 0);
  }

  Outcome warned(List<String> before) {
    List<String> all = new ArrayList<>(before);
    all.addAll(warnings);
    return new Outcome(word, reason, all, scheduleId, fires, runs);
  }

  Outcome withSchedule(UUID id) {
    return new Outcome(word, reason, warnings, id, fires, runs);
  }

  ObjectNode json(String sourceId, String name, @Nullable Instant originalNext) {
    ObjectNode json =
        Json.object()
            .put("source_id", wellFormed(sourceId))
            .put("name", wellFormed(name))
            .put("outcome", word.text())
            .put("reason", reason == null ? null : wellFormed(reason));
    ArrayNode said = json.putArray("warnings");
    warnings.forEach(warning -> said.add(wellFormed(warning)));
    json.put("schedule_id", scheduleId == null ? null : scheduleId.toString());
    ArrayNode slots = json.putArray("fires");
    fires.forEach(at -> slots.add(Json.instant(at)));
    return json.put("original_next", Json.instant(originalNext));
  }

  /** What other systems hold may have half a character in it, for which UTF-8 has no place. */
  static String wellFormed(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }
}
