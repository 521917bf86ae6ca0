package dev.carillon.bench;

import dev.carillon.engine.ScheduleDraft;
import dev.carillon.engine.schedule.OnMaxFailures;
import dev.carillon.engine.schedule.Target;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** The workloads on a whole server, in the order in which they run. */
final class ApiWorkloads {

  static final List<Workload> ALL = List.of(new Requests(), new Deliveries(), new Punctuality());

  private ApiWorkloads() {}

  /** What people and programs ask. */
  private record Requests() implements Workload {

    @Override
    public String name() {
      return "requests";
    }

    @Override
    public String question() {
      return "schedules created, read and listed per second over HTTP";
    }

    private static Wire.Request creation(int number) {
      String body =
          """
          {"name":"report %d","cron":"0 9 * * 1-5","timezone":"Europe/Berlin",
           "url":"https://reports.example/daily","payload":{"report_type":"daily"}}
          """
              .formatted(number);
      return new Wire.Request("POST", "/api/v1/schedules", body);
    }

    @Override
    public void run(Bench bench) {
      bench.database().clear();
      try (ServerProcess server = ServerProcess.start(bench.database(), bench.options())) {
        Load.warmUp(server, bench.options(), Requests::creation);
        Load.measure(
            server, bench.options(), bench.report().section("create"), 201, Requests::creation);
        List<String> ids =
            bench.database().rows("select id from carillon.schedules limit 10000").stream()
                .map(List::getFirst)
                .toList();
        Load.measure(
            server,
            bench.options(),
            bench.report().section("read"),
            200,
            number -> Wire.Request.get("/api/v1/schedules/" + ids.get(number % ids.size())));
        Report.Section section = bench.report().section("list");
        section.put(
            "schedules", bench.database().number("select count(*) from carillon.schedules"));
        Load.measure(
            server,
            bench.options(),
            section,
            200,
            _ -> Wire.Request.get("/api/v1/schedules?limit=50"));
        if (bench.options().profile()) {
          Profile.print(server.recording());
        }
      }
    }
  }

  private static ScheduleDraft draft(Receiver receiver) {
    return ScheduleDraft.named("bench")
        .target(new Target.Http("POST", receiver.url(), Map.of()))
        .maxFailures(0, OnMaxFailures.PAUSED);
  }

  /** How many a server delivers, as fast as it goes. */
  private record Deliveries() implements Workload {

    /** Per second; more than two cores do. */
    private static final int OFFERED = 20_000;

    @Override
    public String name() {
      return "deliveries";
    }

    @Override
    public String question() {
      return "HTTP deliveries per second to a receiver on this machine, and what one costs";
    }

    @Override
    public void run(Bench bench) {
      Report.Section section = bench.report().section(name());
      int schedules = bench.options().schedulesOr(20_000, 5_000);
      Duration interval = Duration.ofMillis(Math.max(1, 1_000L * schedules / OFFERED));
      try (Receiver receiver = Receiver.open()) {
        Fleet fleet =
            Fleet.define(bench.database(), schedules, draft(receiver).afterCompletion(), interval);
        fleet.arm(Duration.ofSeconds(10));
        section.put("schedules", schedules);
        try (ServerProcess server = ServerProcess.start(bench.database(), bench.options())) {
          while (receiver.received() == 0) {
            Pause.millis(20);
          }
          // On two cores the JVM compiles what deliveries need for about half a minute.
          Pause.seconds(3 * bench.options().warmUpSeconds());
          Books from = Books.read(bench.database());
          long received = receiver.received();
          long connections = receiver.connections();
          Map<String, Long> threads = server.cpuOfThreads();
          ServerProcess.Cpu before = server.cpu();
          int seconds = bench.options().secondsOr(20, 5);
          Pause.seconds(seconds);
          ServerProcess.Cpu after = server.cpu();
          received = receiver.received() - received;
          connections = receiver.connections() - connections;
          Books until = Books.read(bench.database());
          section
              .put(
                  "deliveries_per_second",
                  (until.successes() - from.successes()) / until.secondsSince(from))
              .put("received_per_second", received / (double) seconds)
              .put("connections_opened", connections)
              .put("errors", until.errors() - from.errors())
              .put("missed", until.skipped() - from.skipped());
          after.reportSince(before, received, section);
          if (bench.options().profile()) {
            Profile.printThreads(threads, server.cpuOfThreads(), received);
            Profile.print(server.recording());
          }
        }
      }
    }

    /** What the schedules have counted. */
    private record Books(long successes, long errors, long skipped, long atMicros) {

      static Books read(BenchDatabase database) {
        List<String> row =
            database.row(
                """
                select coalesce(sum(run_count), 0)::bigint, coalesce(sum(error_count), 0)::bigint,
                       coalesce(sum(skipped_count), 0)::bigint,
                       (extract(epoch from statement_timestamp()) * 1000000)::bigint
                from carillon.timers
                """);
        long[] n = row.stream().mapToLong(Long::parseLong).toArray();
        return new Books(n[0], n[1], n[2], n[3]);
      }

      double secondsSince(Books before) {
        return (atMicros - before.atMicros) / 1e6;
      }
    }
  }

  /** How late deliveries arrive while the server has time to spare. */
  private record Punctuality() implements Workload {

    @Override
    public String name() {
      return "delivery-lateness";
    }

    @Override
    public String question() {
      return "lateness of deliveries at a steady rate, from the slot to the receiver";
    }

    @Override
    public void run(Bench bench) {
      Report.Section section = bench.report().section(name());
      int rate = bench.options().rateOr(1_000, 300);
      int schedules = bench.options().schedulesOr(10 * rate, 10 * rate);
      Duration interval = Duration.ofMillis(1_000L * schedules / rate);
      try (Receiver receiver = Receiver.open()) {
        Fleet fleet = Fleet.define(bench.database(), schedules, draft(receiver), interval);
        Instant first = fleet.arm(Duration.ofSeconds(15));
        try (ServerProcess server = ServerProcess.start(bench.database(), bench.options())) {
          Instant from = first.plusSeconds(bench.options().warmUpSeconds());
          int seconds = bench.options().secondsOr(30, 5);
          Instant until = from.plusSeconds(seconds);
          receiver.note(from, until);
          Pause.until(from);
          ServerProcess.Cpu before = server.cpu();
          Pause.until(until);
          ServerProcess.Cpu after = server.cpu();
          Pause.seconds(3);
          section
              .put("schedules", schedules)
              .put("rate", rate)
              .put("received", receiver.lateness().count())
              .put("expected", rate * seconds);
          receiver.lateness().report(section, "lateness_ms");
          after.reportSince(before, receiver.lateness().count(), section);
        }
      }
    }
  }
}
