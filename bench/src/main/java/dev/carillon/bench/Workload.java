package dev.carillon.bench;

/** One question about the engine, and how it is measured. */
interface Workload {

  String name();

  /** What it measures, in a line for people. */
  String question();

  void run(Bench bench);

  /** Whether it is left out of a run of everything. */
  default boolean onlyWhenNamed() {
    return false;
  }

  /** What a workload works with. */
  record Bench(BenchDatabase database, Options options, Report report) {}
}
