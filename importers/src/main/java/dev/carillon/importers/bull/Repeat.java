package dev.carillon.importers.bull;

import dev.carillon.importers.Lenient;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One repeatable job, from wherever its version keeps the parts.
 *
 * @param queue prefix and name, such as {@code bull:reports}
 * @param member its key in the repeat set
 * @param next when it runs next, in milliseconds
 * @param key what the key says where it is of the older kind
 * @param hash what later versions say about it
 * @param job the job that comes next; empty when there is none
 */
record Repeat(
    String queue,
    String member,
    long next,
    @Nullable RepeatKey key,
    Map<String, byte[]> hash,
    Map<String, byte[]> job) {

  String queueName() {
    return queue.substring(queue.indexOf(':') + 1);
  }

  /** The options of the repetition: the job's, then what the hash says, then the key. */
  ObjectNode timing() {
    ObjectNode timing = Lenient.object();
    if (jobOptions().get("repeat") instanceof ObjectNode repeat) {
      timing.setAll(repeat);
    }
    for (String field : new String[] {"tz", "pattern", "every", "endDate", "startDate", "limit"}) {
      if (hash.containsKey(field)) {
        timing.put(field, BullReader.text(hash, field));
      }
    }
    RepeatKey old = key;
    if (old != null) {
      if (old.cron() != null) {
        timing.put("pattern", old.cron());
      }
      if (old.everyMillis() != null) {
        timing.put("every", old.everyMillis());
      }
      if (old.timezone() != null) {
        timing.put("tz", old.timezone());
      }
      if (old.endMillis() != null) {
        timing.put("endDate", old.endMillis());
      }
    }
    if (!timing.has("pattern") && timing.has("cron")) {
      timing.set("pattern", timing.get("cron"));
    }
    return timing;
  }

  /** What each of its jobs is given: the template of a scheduler, or the next job's own. */
  ObjectNode options() {
    ObjectNode template = BullReader.object(hash, "opts");
    return template.isEmpty() ? jobOptions() : template;
  }

  private ObjectNode jobOptions() {
    return BullReader.object(job, "opts");
  }

  /** Null when neither the hash nor a job has any. */
  @Nullable JsonNode data() {
    String text = BullReader.text(hash, "data");
    JsonNode template = text.isEmpty() ? null : Lenient.json(text);
    return template == null && job.containsKey("data")
        ? Lenient.json(BullReader.text(job, "data"))
        : template;
  }

  String jobName() {
    String name = BullReader.text(hash, "name");
    if (name.isEmpty()) {
      name = BullReader.text(job, "name");
    }
    return name.isEmpty() && key != null ? key.name() : name;
  }

  /** How many of its jobs have been made before the next one. */
  int made() {
    int count = timing().path("count").asInt(0);
    int iterations =
        BullReader.text(hash, "ic").matches("\\d{1,9}")
            ? Integer.parseInt(BullReader.text(hash, "ic"))
            : 0;
    return count > 0 ? count - 1 : Math.max(0, iterations - 1);
  }

  ObjectNode original() {
    ObjectNode original = Lenient.object().put("queue", queue).put("key", member).put("next", next);
    fields(original.putObject("repeat"), hash);
    fields(original.putObject("job"), job);
    return original;
  }

  private static void fields(ObjectNode to, Map<String, byte[]> hash) {
    hash.keySet().forEach(field -> to.put(field, BullReader.text(hash, field).replace("\0", "")));
  }
}
