package dev.carillon.bench;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.regex.Pattern;

/** The garbage collector that bench/run chose, for the processes that are measured. */
final class Collector {

  private static final Pattern OPTION =
      Pattern.compile(
          "-XX:(\\+Use\\w+GC|MaxGCPauseMillis=\\d+|-?Shenandoah\\S+|\\+Unlock\\w+|\\+Ignore\\w+"
              + "|-PrintWarnings)");

  private Collector() {}

  static List<String> options() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(OPTION.asMatchPredicate())
        .toList();
  }
}
