package dev.carillon.importers.bull;

import static dev.carillon.importers.bull.BullReader.object;
import static dev.carillon.importers.bull.BullReader.text;

import dev.carillon.importers.Findings;
import dev.carillon.importers.Found;
import dev.carillon.importers.Identity;
import dev.carillon.importers.Settings;
import dev.carillon.importers.redis.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The repeatable jobs and job schedulers of all queues of a Redis. */
public final class Bull {

  private final Snapshot snapshot;
  private final Settings settings;

  private Bull(Snapshot snapshot, Settings settings) {
    this.snapshot = snapshot;
    this.settings = settings;
  }

  public static Findings find(Snapshot snapshot, Settings settings) {
    Bull bull = new Bull(snapshot, settings);
    List<Found> items = new ArrayList<>();
    for (String key : snapshot.sortedSets().keySet()) {
      if (key.endsWith(":repeat")) {
        bull.queue(key.substring(0, key.length() - "repeat".length()), items);
      }
    }
    return Findings.of(items);
  }

  private void queue(String base, List<Found> items) {
    String queue = base.substring(0, base.length() - 1);
    boolean paused = snapshot.hash(base + "meta").containsKey("paused");
    snapshot
        .sortedSet(base + "repeat")
        .forEach((member, score) -> {
          Map<String, byte[]> hash = snapshot.hash(base + "repeat:" + member);
          RepeatKey key = RepeatKey.parse(member);
          // Where there is a hash, the member is but a name, whatever it looks like.
          Repeat repeat =
              new Repeat(
                  queue,
                  member,
                  Math.round(score),
                  hash.isEmpty() ? key : null,
                  hash,
                  job(base, member, key, Math.round(score)));
          Identity identity =
              new Identity(settings.instance(snapshot.instance()) + " " + queue, member);
          items.add(RepeatDraft.of(repeat, identity, paused, settings));
        });
  }

  private Map<String, byte[]> job(String base, String member, @Nullable RepeatKey key, long next) {
    List<String> ids = new ArrayList<>(List.of("repeat:%s:%d".formatted(member, next)));
    if (key != null) {
      ids.addAll(key.jobIds(next));
    }
    for (String id : ids) {
      Map<String, byte[]> job = snapshot.hash(base + id);
      if (!job.isEmpty()) {
        return job;
      }
    }
    for (Map.Entry<String, Map<String, byte[]>> entry : snapshot.hashes().entrySet()) {
      if (entry.getKey().startsWith(base + "repeat:") && belongs(entry.getValue(), member)) {
        return entry.getValue();
      }
    }
    return Map.of();
  }

  private static boolean belongs(Map<String, byte[]> job, String member) {
    return text(job, "rjk").equals(member)
        || object(job, "opts").path("repeat").path("key").asString("").equals(member);
  }
}
