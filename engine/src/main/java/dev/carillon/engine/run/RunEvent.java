package dev.carillon.engine.run;

import java.time.Instant;

/** What can happen to a run. */
public sealed interface RunEvent {

  /** The run it was queued behind has ended. */
  record Released() implements RunEvent {}

  /** A node begins an attempt. */
  record Started(int node, long fence, Instant deadlineAt) implements RunEvent {}

  /** The receiver answered that it will report later. */
  record TakenOver(long fence) implements RunEvent {}

  /** The attempt ended. */
  record Reported(long fence, Outcome outcome) implements RunEvent {}

  /** The node that carried it out is gone. */
  record LeaseLost(int node) implements RunEvent {}

  /** The receiver says it is still at work, and asks for time until then. */
  record Heartbeat(long fence, Instant deadlineAt) implements RunEvent {}

  /** The time for the attempt is over. */
  record DeadlinePassed() implements RunEvent {}

  /** Somebody asks to end it. */
  record CancelAsked(String reason) implements RunEvent {}
}
