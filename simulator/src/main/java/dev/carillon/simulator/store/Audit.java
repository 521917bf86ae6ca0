package dev.carillon.simulator.store;

import dev.carillon.engine.ledger.Command;
import dev.carillon.engine.ledger.Ledger;
import dev.carillon.engine.ledger.Verdict;
import dev.carillon.engine.run.RunRecord;
import dev.carillon.engine.store.RunStore.SlotClaim;
import java.time.Instant;

/** Is told what the store did at the moment it did it, which its callers may never learn. */
public interface Audit {

  /** Nobody listens. */
  Audit NONE = new Audit() {};

  default void beaten(int node) {}

  default void buried(int node, int heir) {}

  default void buryRefused(int node, int heir) {}

  /** The process that held the place before is gone; its successor has its shards. */
  default void succeeded(int node, int successor) {}

  default void left(int node) {}

  /** A claim was refused because of the lease or the fence, or because the books had changed. */
  default void beginRefused(int node, SlotClaim claim, boolean owned, boolean unchanged) {}

  /** A node was told which timers come due, and none of what they hold. */
  default void named() {}

  /** A node has noted that it is about to begin a slot. */
  default void noted(SlotClaim claim) {}

  /** A row of history was written by this node, or by nobody in particular when it is 0. */
  default void recorded(RunRecord row, int writer) {}

  default void decided(Command command, Ledger before, Verdict after, Instant now) {}

  /** The store was asked to write a second row for one run, and did not. */
  default void corrupted(RunRecord second) {}
}
