package dev.carillon.engine.run;

import java.time.Instant;

/** Where one run stands; each state holds exactly what is true in it. */
public sealed interface RunState {

  /** It starts when the open run of its schedule has ended. */
  record Queued() implements RunState {}

  /** It starts at this moment: a first start that was asked for, or a retry. */
  record Waiting(Instant dueAt) implements RunState {}

  /** A node carries out an attempt under a lease. */
  record Running(int node, long fence, Instant startedAt, Instant deadlineAt) implements RunState {}

  /** The receiver took the attempt over and will report; no node needs to live for it. */
  record Accepted(long fence, Instant startedAt, Instant deadlineAt) implements RunState {}

  /** It ended; nothing changes it any more. */
  record Settled(RunStatus status) implements RunState {}

  default RunStatus status() {
    return switch (this) {
      case Queued _, Waiting _ -> RunStatus.WAITING;
      case Running _, Accepted _ -> RunStatus.RUNNING;
      case Settled settled -> settled.status();
    };
  }
}
