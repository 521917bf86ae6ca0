package dev.carillon.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What was found out about every peer, round by round, and who was left out of what and why. */
final class Findings {

  private final Map<String, Map<String, Map<String, List<Double>>>> found = new LinkedHashMap<>();
  private final Map<String, Map<String, String>> leftOut = new LinkedHashMap<>();
  private final Map<String, String> versions = new LinkedHashMap<>();

  void add(String workload, String peer, Map<String, Double> measures) {
    Map<String, List<Double>> ofPeer =
        found
            .computeIfAbsent(workload, _ -> new LinkedHashMap<>())
            .computeIfAbsent(peer, _ -> new LinkedHashMap<>());
    measures.forEach(
        (measure, value) -> ofPeer.computeIfAbsent(measure, _ -> new ArrayList<>()).add(value));
  }

  void version(String peer, String version) {
    versions.put(peer, version);
  }

  Map<String, String> versions() {
    return versions;
  }

  void leaveOut(String workload, String peer, String why) {
    leftOut.computeIfAbsent(workload, _ -> new LinkedHashMap<>()).putIfAbsent(peer, why);
  }

  boolean isLeftOut(String workload, String peer) {
    return leftOut.getOrDefault(workload, Map.of()).containsKey(peer);
  }

  Map<String, String> leftOut(String workload) {
    return leftOut.getOrDefault(workload, Map.of());
  }

  /** Peers with at least one measure, in the order in which they were given. */
  List<String> peers(String workload) {
    return List.copyOf(found.getOrDefault(workload, Map.of()).keySet());
  }

  @Nullable Measures of(String workload, String peer, String measure) {
    List<Double> values =
        found
            .getOrDefault(workload, Map.of())
            .getOrDefault(peer, Map.of())
            .getOrDefault(measure, List.of());
    return values.isEmpty() ? null : new Measures(values);
  }

  /** How many times as good as the other one is; above 1 is better, whatever is measured. */
  @Nullable Double ratio(String workload, String peer, String other, PeerWorkload.Column column) {
    Measures one = of(workload, peer, column.key());
    Measures two = of(workload, other, column.key());
    if (one == null || two == null || one.median() <= 0 || two.median() <= 0) {
      return null;
    }
    return column.larger() ? one.median() / two.median() : two.median() / one.median();
  }

  Map<String, Object> toJson() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("versions", versions);
    Map<String, Object> workloads = new LinkedHashMap<>();
    found.forEach((workload, peers) -> {
      Map<String, Object> ofWorkload = new LinkedHashMap<>();
      peers.forEach((peer, measures) -> {
        Map<String, Object> ofPeer = new LinkedHashMap<>();
        measures.forEach((measure, values) -> ofPeer.put(measure, new Measures(values).toJson()));
        ofWorkload.put(peer, ofPeer);
      });
      workloads.put(workload, ofWorkload);
    });
    json.put("workloads", workloads);
    json.put("left_out", leftOut);
    return json;
  }
}
