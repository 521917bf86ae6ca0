package dev.carillon.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One measure of one peer in every round, and what is said of it: the median and the spread. */
record Measures(List<Double> values) {

  Measures {
    values = List.copyOf(values);
    if (values.isEmpty()) {
      throw new IllegalArgumentException("there must be a value at least");
    }
  }

  double median() {
    List<Double> sorted = new ArrayList<>(values);
    Collections.sort(sorted);
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }

  double least() {
    return Collections.min(values);
  }

  double most() {
    return Collections.max(values);
  }

  Map<String, Object> toJson() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("median", median());
    json.put("min", least());
    json.put("max", most());
    json.put("rounds", values);
    return json;
  }
}
