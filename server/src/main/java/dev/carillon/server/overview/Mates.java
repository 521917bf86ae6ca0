package dev.carillon.server.overview;

import dev.carillon.engine.store.NodeStore.NodeSight;
import dev.carillon.server.store.NodeReports.Report;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Servers of one database have to agree in some things. Whoever sees another that does not says so,
 * once for each.
 */
final class Mates {

  private static final Logger log = LoggerFactory.getLogger(Mates.class);

  private final Set<String> said = new HashSet<>();

  void compare(int own, List<NodeSight> nodes, Map<Integer, Report> reports) {
    for (String difference : differences(own, nodes, reports)) {
      if (said.add(difference)) {
        log.warn(difference);
      }
    }
  }

  static List<String> differences(int own, List<NodeSight> nodes, Map<Integer, Report> reports) {
    List<String> differences = new ArrayList<>();
    NodeSight me = nodes.stream().filter(node -> node.node() == own).findFirst().orElse(null);
    for (NodeSight other : nodes) {
      if (me == null || other.node() == own || other.dead()) {
        continue;
      }
      String name = "Node %d (%s)".formatted(other.node(), other.name());
      if (nothingInCommon(reports.get(own), reports.get(other.node()))) {
        differences.add(
            name
                + " signs calls with other keys than this server, so receivers refuse what one of"
                + " the two sends. Copy webhook.key of one data directory to the other, and restart"
                + " there.");
      }
      if (!me.lease().equals(other.lease())) {
        differences.add(
            "%s has a lease of %d ms and this server one of %d ms: the longer one says how long a"
                    .formatted(name, other.lease().toMillis(), me.lease().toMillis())
                + " dead server's work waits. Set lease alike on all.");
      }
    }
    return differences;
  }

  /** While keys are being changed, servers have one of several in common. */
  private static boolean nothingInCommon(@Nullable Report one, @Nullable Report other) {
    String ours = one == null ? null : one.signsWith();
    String theirs = other == null ? null : other.signsWith();
    return ours != null
        && theirs != null
        && Collections.disjoint(List.of(ours.split(",", -1)), List.of(theirs.split(",", -1)));
  }
}
