package dev.carillon.importers;

import dev.carillon.importers.bull.Bull;
import dev.carillon.importers.bull.BullReader;
import dev.carillon.importers.openclaw.OpenClaw;
import dev.carillon.importers.redis.Redis;
import dev.carillon.importers.redis.Snapshot;
import dev.carillon.importers.rq.Rq;
import dev.carillon.importers.rq.RqReader;
import java.util.List;

/** The front door: what to read of a source, and what it holds. */
public final class Importer {

  private Importer() {}

  /**
   * Finds the jobs of a source.
   *
   * @param snapshot for sources in a Redis
   * @throws Unreadable if something is not what it should be
   */
  public static Findings find(
      Source source, List<ImportFile> files, Snapshot snapshot, Settings settings) {
    return switch (source) {
      case OPENCLAW -> OpenClaw.find(files, settings);
      case BULLMQ -> Bull.find(snapshot, settings);
      case RQ -> Rq.find(snapshot, files, settings);
      case CRONTAB -> Crontab.find(files, settings);
      case KUBERNETES -> Kubernetes.find(files, settings);
    };
  }

  /**
   * Reads what a source keeps in a Redis.
   *
   * @param instance which Redis it is
   */
  public static Snapshot read(Source source, Redis redis, String instance) {
    return switch (source) {
      case BULLMQ -> BullReader.read(redis, instance);
      case RQ -> RqReader.read(redis, instance);
      case OPENCLAW, CRONTAB, KUBERNETES -> Snapshot.empty(instance);
    };
  }
}
