package dev.carillon.importers.rq;

import dev.carillon.importers.Findings;
import dev.carillon.importers.Found;
import dev.carillon.importers.Identity;
import dev.carillon.importers.ImportFile;
import dev.carillon.importers.Lenient;
import dev.carillon.importers.Settings;
import dev.carillon.importers.redis.Snapshot;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What of a Redis is to run later by RQ, rq-scheduler or RQ cron. */
public final class Rq {

  private final Snapshot snapshot;
  private final Settings settings;
  private final ChainedJobs chained;
  private final String instance;
  private final List<Found> items = new ArrayList<>();
  private final Set<Identity> seen = new HashSet<>();

  private Rq(Snapshot snapshot, List<ImportFile> files, Settings settings) {
    this.snapshot = snapshot;
    this.settings = settings;
    chained = new ChainedJobs(settings, files);
    instance = settings.instance(snapshot.instance());
  }

  /**
   * @param files what the API of a scheduler on top of RQ says about its jobs; may be none
   */
  public static Findings find(Snapshot snapshot, List<ImportFile> files, Settings settings) {
    Rq rq = new Rq(snapshot, files, settings);
    snapshot.sortedSets().forEach(rq::set);
    snapshot.hashes().forEach(rq::cron);
    return Findings.of(rq.items);
  }

  private void set(String key, Map<String, Double> members) {
    boolean own = key.startsWith(RqReader.SCHEDULED);
    if (!own && !key.equals(RqReader.SCHEDULER)) {
      return;
    }
    String queue = own ? key.substring(RqReader.SCHEDULED.length()) : null;
    members.forEach((id, score) -> {
      RqJob job = RqJob.of(snapshot.hash(RqReader.JOB + id));
      add(
          ChainedJobs.is(id)
              ? chained.found(instance, id, job, score)
              : RqDraft.of(new Identity(instance, id), job, score, queue, settings));
    });
  }

  private void cron(String key, Map<String, byte[]> hash) {
    if (!key.startsWith(RqReader.CRON)) {
      return;
    }
    byte[] jobs = hash.getOrDefault("cron_jobs", new byte[0]);
    JsonNode list = Lenient.json(new String(jobs, StandardCharsets.UTF_8));
    if (list == null || !list.isArray()) {
      return;
    }
    for (JsonNode entry : list.values()) {
      if (entry instanceof ObjectNode object) {
        String name = object.path("name").asString(object.path("func_name").asString(""));
        String queue = object.path("queue_name").asString("");
        add(RqCron.found(instance, "cron:%s:%s".formatted(queue, name), object, settings));
      }
    }
  }

  /** Two schedulers may publish the same entry; a retry may stand beside its job. */
  private void add(Found found) {
    if (seen.add(found.identity())) {
      items.add(found);
    }
  }
}
