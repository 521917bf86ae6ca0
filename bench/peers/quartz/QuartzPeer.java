package dev.carillon.peers;

import com.zaxxer.hikari.HikariDataSource;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.quartz.Job;
import org.quartz.JobBuilder;
import org.quartz.JobDetail;
import org.quartz.JobExecutionContext;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.quartz.SimpleScheduleBuilder;
import org.quartz.Trigger;
import org.quartz.TriggerBuilder;
import org.quartz.impl.StdSchedulerFactory;

/**
 * Quartz in clustered mode. One durable job, and a trigger for every time it is to run. Triggers
 * are acquired in batches as large as the pool of threads, which its documentation says is faster.
 */
@SuppressWarnings("JavaUtilDate") // Quartz speaks of no other
final class QuartzPeer implements Peer {

  private static final int THREADS = 25;
  private static final int BATCH = 500;

  /** What its own jar brings for PostgreSQL. */
  private static final String TABLES = "/org/quartz/impl/jdbcjobstore/tables_postgres.sql";

  // Quartz makes the job itself, by its class alone.
  private static volatile Ran ran = (_, _) -> {};

  private @Nullable Scheduler scheduler;

  /** The job. */
  public static final class Noop implements Job {
    @Override
    public void execute(JobExecutionContext context) {
      ran.ran(
          Long.parseLong(context.getTrigger().getKey().getName()),
          context.getScheduledFireTime().getTime());
    }
  }

  private static final JobDetail JOB =
      JobBuilder.newJob(Noop.class).withIdentity("noop").storeDurably().build();

  @Override
  public String version() {
    return Versions.of(Scheduler.class);
  }

  @Override
  public void install() throws Exception {
    try (InputStream tables =
            Objects.requireNonNull(Scheduler.class.getResourceAsStream(TABLES), TABLES);
        HikariDataSource pool = Database.pool(1)) {
      Database.execute(pool, new String(tables.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  private Scheduler made() throws SchedulerException {
    if (scheduler == null) {
      Properties settings = new Properties();
      Map.ofEntries(
              Map.entry("scheduler.instanceName", "bench"),
              Map.entry("scheduler.instanceId", "AUTO"),
              Map.entry("scheduler.skipUpdateCheck", "true"),
              Map.entry("scheduler.batchTriggerAcquisitionMaxCount", Integer.toString(THREADS)),
              Map.entry("threadPool.class", "org.quartz.simpl.SimpleThreadPool"),
              Map.entry("threadPool.threadCount", Integer.toString(THREADS)),
              Map.entry("jobStore.class", "org.quartz.impl.jdbcjobstore.JobStoreTX"),
              Map.entry(
                  "jobStore.driverDelegateClass",
                  "org.quartz.impl.jdbcjobstore.PostgreSQLDelegate"),
              Map.entry("jobStore.isClustered", "true"),
              Map.entry("jobStore.acquireTriggersWithinLock", "true"),
              Map.entry("jobStore.dataSource", "bench"),
              Map.entry("dataSource.bench.provider", "hikaricp"),
              Map.entry("dataSource.bench.driver", "org.postgresql.Driver"),
              Map.entry("dataSource.bench.URL", Database.url()),
              Map.entry("dataSource.bench.user", Database.user()),
              Map.entry("dataSource.bench.password", Database.password()),
              Map.entry("dataSource.bench.maxConnections", Integer.toString(THREADS + 3)))
          .forEach((name, value) -> settings.setProperty("org.quartz." + name, value));
      scheduler = new StdSchedulerFactory(settings).getScheduler();
      scheduler.addJob(JOB, true);
    }
    return scheduler;
  }

  @Override
  public void addDue(int count) throws SchedulerException {
    add(count, i -> trigger(i).startNow().build());
  }

  @Override
  public void addTimers(int count, double perSecond, long firstAtMillis) throws SchedulerException {
    add(
        count,
        i ->
            trigger(i)
                .startAt(new Date(firstAtMillis + (long) (1_000 * (i - 1) / perSecond)))
                .build());
  }

  @Override
  public void addRecurring(int count, Duration delay) throws SchedulerException {
    add(
        count,
        i ->
            trigger(i)
                .startNow()
                .withSchedule(
                    SimpleScheduleBuilder.simpleSchedule()
                        .withIntervalInMilliseconds(delay.toMillis())
                        .repeatForever())
                .build());
  }

  private static TriggerBuilder<Trigger> trigger(int id) {
    return TriggerBuilder.newTrigger().withIdentity(Integer.toString(id)).forJob(JOB);
  }

  private void add(int count, IntFunction<Trigger> plan) throws SchedulerException {
    Set<Trigger> batch = new HashSet<>();
    for (int i = 1; i <= count; i++) {
      batch.add(plan.apply(i));
      if (batch.size() == BATCH || i == count) {
        Map<JobDetail, Set<? extends Trigger>> all = new HashMap<>();
        all.put(JOB, batch);
        made().scheduleJobs(all, true);
        batch = new HashSet<>();
      }
    }
  }

  @Override
  public void addNow(int id) throws SchedulerException {
    made().scheduleJob(trigger(id).startNow().build());
  }

  @Override
  public void start(Ran handler) throws SchedulerException {
    ran = handler;
    made().start();
  }

  @Override
  public long unfinished() throws Exception {
    try (HikariDataSource pool = Database.pool(1)) {
      return Database.number(
          pool,
          "select (select count(*) from qrtz_triggers where next_fire_time > 0 and next_fire_time"
              + " <= extract(epoch from now()) * 1000)"
              + " + (select count(*) from qrtz_fired_triggers)");
    }
  }

  @Override
  public void stop() throws SchedulerException {
    if (scheduler != null) {
      scheduler.shutdown(true);
    }
  }
}
