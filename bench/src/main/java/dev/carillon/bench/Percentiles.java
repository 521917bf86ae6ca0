package dev.carillon.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/** Durations in microseconds, sorted, and what is said of them. */
final class Percentiles {

  private final long[] sortedMicros;

  Percentiles(long... micros) {
    if (micros.length == 0) {
      throw new PeerFailure("ran nothing that could be measured");
    }
    sortedMicros = micros.clone();
    Arrays.sort(sortedMicros);
  }

  /** One a line, as drivers write them. */
  static Percentiles read(Path file) {
    try (Stream<String> lines = Files.lines(file)) {
      return new Percentiles(
          lines.filter(line -> !line.isEmpty()).mapToLong(Long::parseLong).toArray());
    } catch (IOException e) {
      throw new PeerFailure("its samples cannot be read: " + e.getMessage(), e);
    }
  }

  int count() {
    return sortedMicros.length;
  }

  /** The smallest that is not exceeded by this share of all. */
  double millis(double share) {
    int place = (int) Math.ceil(share * sortedMicros.length) - 1;
    return sortedMicros[Math.max(0, place)] / 1_000.0;
  }

  Map<String, Double> toMap() {
    Map<String, Double> measures = new LinkedHashMap<>();
    measures.put("samples", (double) count());
    measures.put("p50_ms", millis(0.5));
    measures.put("p99_ms", millis(0.99));
    measures.put("p999_ms", millis(0.999));
    measures.put("max_ms", millis(1));
    return measures;
  }
}
