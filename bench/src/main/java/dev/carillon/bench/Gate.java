package dev.carillon.bench;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whether Carillon still drains as much faster than graphile-worker as it did at the last release.
 *
 * @param ratio Carillon's rate over graphile-worker's, now
 * @param recorded the same at the last release
 */
record Gate(double ratio, double recorded) {

  /** Runs on a shared machine differ by a tenth; a fifth is more than that. */
  static final double LOSS_ALLOWED = 0.2;

  private static final Pattern RATIO = Pattern.compile("\"ratio\"\\s*:\\s*([0-9.]+)");

  /** The ratio in the file of the last release. */
  static double recorded(String json) {
    Matcher ratio = RATIO.matcher(json);
    if (!ratio.find()) {
      throw new Options.Misuse("bench/gate.json has no \"ratio\": expected {\"ratio\": 1.23, …}");
    }
    return Double.parseDouble(ratio.group(1));
  }

  boolean passes() {
    return ratio >= recorded * (1 - LOSS_ALLOWED);
  }

  String verdict() {
    return String.format(
        Locale.ROOT,
        "%s: %.2f× graphile-worker, %.2f× at the last release, %.2f× at least",
        passes() ? "passed" : "failed",
        ratio,
        recorded,
        recorded * (1 - LOSS_ALLOWED));
  }

  Map<String, Object> toJson() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("ratio", ratio);
    json.put("recorded", recorded);
    json.put("loss_allowed", LOSS_ALLOWED);
    json.put("passed", passes());
    return json;
  }
}
