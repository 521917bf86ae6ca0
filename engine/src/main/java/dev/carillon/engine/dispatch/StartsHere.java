package dev.carillon.engine.dispatch;

import dev.carillon.engine.ledger.Command;
import dev.carillon.engine.ledger.Reply;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The node of this process, for runs that are asked for in it: where it owns the schedule, the
 * transaction that opens such a run also starts it. That is one commit and two journeys through the
 * database less than opening it, telling the node, and starting it.
 */
public interface StartsHere {

  /** Of a process that runs nothing. */
  StartsHere NEVER =
      new StartsHere() {
        @Override
        public Command.@Nullable Start reserve(int orgId, UUID scheduleId, UUID runId) {
          return null;
        }

        @Override
        public void started(int orgId, Command.Start start, @Nullable Reply reply) {}
      };

  /** How to start the run here, or null when it is for others; {@link #started} must follow. */
  Command.@Nullable Start reserve(int orgId, UUID scheduleId, UUID runId);

  /**
   * @param reply null when nobody knows whether it has started
   */
  void started(int orgId, Command.Start start, @Nullable Reply reply);
}
