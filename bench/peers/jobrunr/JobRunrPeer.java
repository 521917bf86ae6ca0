package dev.carillon.peers;

import static org.jobrunr.server.BackgroundJobServerConfiguration.usingStandardBackgroundJobServerConfiguration;

import com.zaxxer.hikari.HikariDataSource;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.jobrunr.configuration.JobRunr;
import org.jobrunr.jobs.lambdas.JobRequest;
import org.jobrunr.jobs.lambdas.JobRequestHandler;
import org.jobrunr.scheduling.BackgroundJobRequest;
import org.jobrunr.storage.sql.postgres.PostgresStorageProvider;
import org.jobrunr.utils.mapper.jackson3.Jackson3JsonMapper;
import org.jspecify.annotations.Nullable;

/**
 * JobRunr: jobs are JSON rows that stay for a day and a half after they have succeeded. It polls
 * every five seconds, the least it allows, and goes on at once while there is more. Recurring jobs
 * are few by design (it warns beyond a hundred), so it has no part in that workload.
 */
final class JobRunrPeer implements Peer {

  // JobRunr makes the handler itself, by its class alone.
  private static volatile Ran ran = (_, _) -> {};

  private final HikariDataSource pool = Database.pool(30);
  private @Nullable PostgresStorageProvider storage;

  /** The job. */
  public record Noop(long id, long dueAt) implements JobRequest {
    @Override
    public Class<NoopHandler> getJobRequestHandler() {
      return NoopHandler.class;
    }
  }

  /** What it does. */
  public static final class NoopHandler implements JobRequestHandler<Noop> {
    @Override
    public void run(Noop job) {
      ran.ran(job.id(), job.dueAt());
    }
  }

  @Override
  public String version() {
    return Versions.of(JobRunr.class);
  }

  @Override
  public Set<Part> parts() {
    return EnumSet.of(Part.DUE, Part.TIMERS, Part.NOW);
  }

  private PostgresStorageProvider made() {
    if (storage == null) {
      storage = new PostgresStorageProvider(pool);
      JobRunr.configure()
          .useJsonMapper(new Jackson3JsonMapper())
          .useStorageProvider(storage)
          .initialize();
    }
    return storage;
  }

  @Override
  public void install() {
    made();
  }

  @Override
  public void addDue(int count) {
    made();
    BackgroundJobRequest.enqueue(IntStream.rangeClosed(1, count).mapToObj(i -> new Noop(i, 0)));
  }

  @Override
  public void addTimers(int count, double perSecond, long firstAtMillis) {
    made();
    for (int i = 1; i <= count; i++) {
      long due = firstAtMillis + (long) (1_000 * (i - 1) / perSecond);
      BackgroundJobRequest.schedule(Instant.ofEpochMilli(due), new Noop(i, due));
    }
  }

  @Override
  public void addNow(int id) {
    BackgroundJobRequest.enqueue(new Noop(id, 0));
  }

  @Override
  public void start(Ran handler) {
    ran = handler;
    storage = new PostgresStorageProvider(pool);
    JobRunr.configure()
        .useJsonMapper(new Jackson3JsonMapper())
        .useStorageProvider(storage)
        .useBackgroundJobServer(
            usingStandardBackgroundJobServerConfiguration().andPollIntervalInSeconds(5))
        .initialize();
  }

  @Override
  public long unfinished() throws Exception {
    return Database.number(
        pool, "select count(*) from jobrunr_jobs where state in ('ENQUEUED', 'PROCESSING')");
  }

  @Override
  public void stop() {
    JobRunr.destroy();
    pool.close();
  }
}
