package dev.carillon.engine.schedule;

/** The kinds of things a run can do. */
public enum TargetKind {
  WORKFLOW,
  GRAPH,
  MESSAGE,
  HTTP,
  HANDLER
}
