package dev.carillon.engine.run;

/** Why a run exists. */
public enum Origin {
  /** A slot came due. */
  SCHEDULE,
  /** Somebody asked for it now. */
  MANUAL,
  /** Somebody asked for the slots of a past window. */
  BACKFILL
}
