package dev.carillon.bench;

import java.util.List;

/** What the books, the statistics and the clocks of both sides show at one moment. */
record Meter(
    long atMicros,
    long runs,
    long errors,
    long skipped,
    long walBytes,
    long walImages,
    long updates,
    long hotUpdates,
    long checkpoints,
    long settled,
    long postgresCpuMicros,
    long jvmCpuMicros,
    long cpuAtNanos) {

  private static final String BOOKS =
      """
      select (extract(epoch from statement_timestamp()) * 1000000)::bigint,
             coalesce(sum(run_count), 0)::bigint, coalesce(sum(error_count), 0)::bigint,
             coalesce(sum(skipped_count), 0)::bigint,
             pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint,
             (select wal_fpi from pg_stat_wal),
             (select n_tup_upd from pg_stat_user_tables where relid = 'carillon.timers'::regclass),
             (select n_tup_hot_upd from pg_stat_user_tables
              where relid = 'carillon.timers'::regclass),
             (select num_timed + num_requested from pg_stat_checkpointer)
      from carillon.timers
      """;

  /** Processor times are read next to the nodes' own count, so that looking costs nothing. */
  private record Cpu(long settled, long postgres, long jvm, long atNanos) {
    static Cpu read(BenchDatabase database, Nodes nodes) {
      return new Cpu(
          nodes.settled(), database.cpuMicros(), CpuTimes.ofThisProcess(), System.nanoTime());
    }
  }

  /** Read at the beginning of a measurement. */
  static Meter begin(BenchDatabase database, Nodes nodes) {
    List<String> books = database.row(BOOKS);
    return of(books, Cpu.read(database, nodes));
  }

  /** Read at its end. */
  static Meter end(BenchDatabase database, Nodes nodes) {
    Cpu cpu = Cpu.read(database, nodes);
    return of(database.row(BOOKS), cpu);
  }

  private static Meter of(List<String> row, Cpu cpu) {
    long[] n = row.stream().mapToLong(Long::parseLong).toArray();
    return new Meter(
        n[0],
        n[1],
        n[2],
        n[3],
        n[4],
        n[5],
        n[6],
        n[7],
        n[8],
        cpu.settled(),
        cpu.postgres(),
        cpu.jvm(),
        cpu.atNanos());
  }

  /** The change from one reading to another. */
  record Span(Meter from, Meter to) {

    double seconds() {
      return (to.atMicros - from.atMicros) / 1e6;
    }

    long runs() {
      return to.runs - from.runs;
    }

    double runsPerSecond() {
      return runs() / seconds();
    }

    long errors() {
      return to.errors - from.errors;
    }

    long skipped() {
      return to.skipped - from.skipped;
    }

    double postgresMicrosPerRun() {
      return perSettled(to.postgresCpuMicros - from.postgresCpuMicros);
    }

    double jvmMicrosPerRun() {
      return perSettled(to.jvmCpuMicros - from.jvmCpuMicros);
    }

    double cpuMicrosPerRun() {
      return postgresMicrosPerRun() + jvmMicrosPerRun();
    }

    private double perSettled(long amount) {
      return (double) amount / Math.max(1, to.settled - from.settled);
    }

    private double perRun(long amount) {
      return (double) amount / Math.max(1, runs());
    }

    /** What a run costs in processor time and on disk. */
    void reportCost(Report.Section section) {
      double cpuSeconds = (to.cpuAtNanos - from.cpuAtNanos) / 1e9;
      section
          .put("postgres_cpu_us_per_run", postgresMicrosPerRun())
          .put("jvm_cpu_us_per_run", jvmMicrosPerRun())
          .put("postgres_cores", (to.postgresCpuMicros - from.postgresCpuMicros) / 1e6 / cpuSeconds)
          .put("jvm_cores", (to.jvmCpuMicros - from.jvmCpuMicros) / 1e6 / cpuSeconds)
          .put("wal_bytes_per_run", perRun(to.walBytes - from.walBytes))
          .put("wal_page_images_per_run", perRun(to.walImages - from.walImages))
          .put(
              "hot_update_share",
              (double) (to.hotUpdates - from.hotUpdates) / Math.max(1, to.updates - from.updates))
          .put("checkpoints", to.checkpoints - from.checkpoints);
    }

    /** That nothing failed, was missed, or was counted by one side only. */
    void reportHealth(Report.Section section, Nodes nodes) {
      section
          .put(
              "runs_per_second_by_nodes",
              (to.settled - from.settled) * 1e9 / (to.cpuAtNanos - from.cpuAtNanos))
          .put("errors", errors())
          .put("missed", skipped())
          .put("refused", nodes.refused())
          .put("load_average", Machine.loadAverage());
    }
  }

  /** Sizes and leftovers of the tables that runs write. */
  static void reportTables(BenchDatabase database, Report.Section section) {
    for (String table : List.of("timers", "runs", "intents")) {
      List<String> row =
          database.row(
              """
              select pg_table_size(relid) / 1048576, pg_indexes_size(relid) / 1048576, n_dead_tup
              from pg_stat_user_tables where relid = 'carillon.%s'::regclass
              """
                  .formatted(table));
      section
          .put(table + "_mb", Long.parseLong(row.get(0)))
          .put(table + "_indexes_mb", Long.parseLong(row.get(1)))
          .put(table + "_dead_rows", Long.parseLong(row.get(2)));
    }
  }
}
