package dev.carillon.importers.bull;

import dev.carillon.importers.Lenient;
import dev.carillon.importers.redis.Redis;
import dev.carillon.importers.redis.Snapshot;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads what Bull and BullMQ keep of repeatable jobs: the set of them, what is said about each, and
 * the job that comes next, in which alone the older versions keep the data.
 */
public final class BullReader {

  private static final int MOST_QUEUES = 10_000;
  private static final int MOST_JOBS = 10_000;
  private static final int MOST_SEARCHED = 2_000;

  private final Redis redis;
  private final Snapshot snapshot;

  private BullReader(Redis redis, String instance) {
    this.redis = redis;
    snapshot = Snapshot.empty(instance);
  }

  public static Snapshot read(Redis redis, String instance) {
    BullReader reader = new BullReader(redis, instance);
    for (String key : redis.keys("*:repeat", MOST_QUEUES)) {
      if (redis.type(key).equals("zset")) {
        reader.queue(key.substring(0, key.length() - "repeat".length()));
      }
    }
    return reader.snapshot;
  }

  /**
   * @param base what all keys of the queue begin with
   */
  private void queue(String base) {
    Map<String, Double> members = redis.sortedSet(base + "repeat", MOST_JOBS);
    snapshot.sortedSets().put(base + "repeat", members);
    hash(base + "meta");
    boolean missing = false;
    for (Map.Entry<String, Double> member : members.entrySet()) {
      hash(base + "repeat:" + member.getKey());
      missing |= !nextJob(base, member.getKey(), Math.round(member.getValue()));
    }
    if (missing) {
      search(base);
    }
  }

  private boolean nextJob(String base, String member, long next) {
    RepeatKey key = RepeatKey.parse(member);
    List<String> ids =
        key == null ? List.of("repeat:%s:%d".formatted(member, next)) : key.jobIds(next);
    for (String id : ids) {
      if (hash(base + id)) {
        return true;
      }
    }
    return false;
  }

  /** Jobs under way, and those whose id no rule gives: an own hash, an own key. */
  private void search(String base) {
    List<String> ids = new ArrayList<>();
    if (redis.type(base + "delayed").equals("zset")) {
      ids.addAll(redis.sortedSet(base + "delayed", MOST_SEARCHED).keySet());
    }
    for (String list : List.of("active", "wait", "paused")) {
      if (redis.type(base + list).equals("list")) {
        ids.addAll(redis.list(base + list, MOST_SEARCHED));
      }
    }
    ids.stream().filter(id -> id.startsWith("repeat:")).forEach(id -> hash(base + id));
  }

  private boolean hash(String key) {
    if (snapshot.hashes().containsKey(key)) {
      return true;
    }
    if (!redis.type(key).equals("hash")) {
      return false;
    }
    snapshot.hashes().put(key, redis.hash(key));
    return true;
  }

  /** A field of a hash as text. */
  static String text(Map<String, byte[]> hash, String field) {
    byte[] value = hash.get(field);
    return value == null ? "" : new String(value, StandardCharsets.UTF_8);
  }

  static ObjectNode object(Map<String, byte[]> hash, String field) {
    return Lenient.jsonObject(text(hash, field));
  }
}
