package dev.carillon.importers.rq;

import dev.carillon.importers.redis.Redis;
import dev.carillon.importers.redis.Snapshot;
import java.util.ArrayList;
import java.util.List;

/** Reads what RQ and the schedulers around it keep of jobs that are to run later. */
public final class RqReader {

  static final String SCHEDULER = "rq:scheduler:scheduled_jobs";
  static final String SCHEDULED = "rq:scheduled:";
  static final String CRON = "rq:cron_scheduler:";
  static final String JOB = "rq:job:";

  private static final int MOST_KEYS = 10_000;
  private static final int MOST_JOBS = 20_000;

  private RqReader() {}

  public static Snapshot read(Redis redis, String instance) {
    Snapshot snapshot = Snapshot.empty(instance);
    List<String> sets = new ArrayList<>(List.of(SCHEDULER));
    sets.addAll(redis.keys(SCHEDULED + "*", MOST_KEYS));
    for (String set : sets) {
      // RQ keeps hashes under names that begin like rq-scheduler's set: the type tells them apart.
      if (redis.type(set).equals("zset")) {
        var members = redis.sortedSet(set, MOST_JOBS);
        snapshot.sortedSets().put(set, members);
        members.keySet().forEach(id -> hash(redis, snapshot, JOB + id));
      }
    }
    for (String key : redis.keys(CRON + "*", MOST_KEYS)) {
      hash(redis, snapshot, key);
    }
    return snapshot;
  }

  private static void hash(Redis redis, Snapshot snapshot, String key) {
    if (redis.type(key).equals("hash")) {
      snapshot.hashes().put(key, redis.hash(key));
    }
  }
}
