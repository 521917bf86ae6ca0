package dev.carillon.server.overview;

import dev.carillon.engine.Engine;
import dev.carillon.engine.dispatch.DispatchStats;
import dev.carillon.server.store.NodeReports;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** Tells the others how this server's node does. Used by one thread. */
public final class NodeReporter {

  /** Rounds that make a minute. */
  private static final int WINDOW = 6;

  private final Engine engine;
  private final NodeReports reports;
  private final String version;
  private final String signsWith;
  private final Mates mates = new Mates();
  private final String host;

  /** What had been counted at the beginning of each of the last rounds, the oldest first. */
  private final Deque<long[]> counts = new ArrayDeque<>();

  /**
   * @param signsWith what tells this server's signing keys from others
   */
  public NodeReporter(Engine engine, NodeReports reports, String version, String signsWith) {
    this.engine = engine;
    this.reports = reports;
    this.version = version;
    this.signsWith = signsWith;
    host = ownName();
    counts.add(engine.stats().latenessCounts());
  }

  private static String ownName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "unknown";
    }
  }

  /** To be called every ten seconds or so. */
  public void report() {
    long[] now = engine.stats().latenessCounts();
    long[] before = counts.getFirst();
    counts.add(now);
    if (counts.size() > WINDOW) {
      counts.removeFirst();
    }
    if (engine.node() > 0) {
      reports.put(
          engine.node(), new NodeReports.Report(p99(before, now), host, version, signsWith));
      mates.compare(engine.node(), engine.store().nodes(), reports.all());
    }
  }

  /** The bound that 99 of 100 attempts between two counts did not exceed; null when none began. */
  static @Nullable Long p99(long[] before, long[] now) {
    long all = 0;
    for (int i = 0; i < now.length; i++) {
      all += now[i] - before[i];
    }
    long[] bounds = DispatchStats.latenessBoundsMillis();
    long seen = 0;
    for (int i = 0; i < now.length && all > 0; i++) {
      seen += now[i] - before[i];
      if (seen >= all * 0.99) {
        return bounds[Math.min(i, bounds.length - 1)];
      }
    }
    return null;
  }
}
