package dev.carillon.bench;

/** One question about the engine, and how it is measured. */
interface Workload {

  String name();

  /** What it measures, in a line for people. */
  String question();

  void run(Bench bench);

  /** What a workload works with. */
  record Bench(BenchDatabase database, Options options, Report report) {}
}
