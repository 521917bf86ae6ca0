package dev.carillon.engine.dispatch;

import dev.carillon.engine.ledger.Command;
import dev.carillon.engine.ledger.Reply;
import dev.carillon.engine.store.StoreException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Commands on their way to the books, in order, in batches, asked again until answered.
 *
 * <p>After a failure the batches get smaller, down to single commands: so a command that the store
 * cannot carry out is found, and goes to the end of the queue instead of holding up the others.
 */
final class Updates {

  private static final int BATCH = 500;

  private record Pending(Command command, Consumer<Reply> then) {

    /**
     * The end of a run may wait for others, as it does on the short path. For whatever else there
     * is, somebody waits.
     */
    boolean urgent() {
      return !(command instanceof Command.Settle);
    }
  }

  private final Tenure tenure;
  private final ArrayDeque<Pending> queue = new ArrayDeque<>();
  private final List<Pending> waitingForLease = new ArrayList<>();
  private final Retry retry = new Retry();
  private int limit = BATCH;
  private boolean asking;

  /** Until when what is in the queue waits for company. */
  private long lingerUntil;

  Updates(Tenure tenure) {
    this.tenure = tenure;
  }

  void add(Command command, Consumer<Reply> then) {
    Pending pending = new Pending(command, then);
    if (pending.urgent()) {
      lingerUntil = tenure.nanos();
    } else if (queue.isEmpty()) {
      lingerUntil = tenure.nanos() + tenure.config.completeLinger().toNanos();
    }
    queue.addLast(pending);
  }

  boolean idle() {
    return !asking && queue.isEmpty() && waitingForLease.isEmpty();
  }

  boolean asking() {
    return asking;
  }

  /** The lease was renewed: what was refused for want of it is asked again. */
  void leaseRenewed() {
    waitingForLease.reversed().forEach(queue::addFirst);
    waitingForLease.clear();
  }

  long turn(long nanos) {
    if (asking || queue.isEmpty()) {
      return Long.MAX_VALUE;
    }
    if (nanos < retry.at()) {
      return retry.at();
    }
    if (nanos < lingerUntil && queue.size() < limit && !tenure.stopping()) {
      return lingerUntil;
    }
    List<Pending> batch = new ArrayList<>();
    while (batch.size() < limit && !queue.isEmpty()) {
      batch.add(queue.removeFirst());
    }
    asking = true;
    List<Command> commands = batch.stream().map(Pending::command).toList();
    tenure.ask(
        Lane.UPDATE,
        "update",
        store -> store.update(commands),
        replies -> answered(batch, replies),
        problem -> failed(batch, problem));
    return Long.MAX_VALUE;
  }

  private void answered(List<Pending> batch, List<Reply> replies) {
    asking = false;
    retry.succeeded();
    limit = Math.min(BATCH, limit * 2);
    for (int i = 0; i < batch.size(); i++) {
      Pending pending = batch.get(i);
      if (replies.get(i) instanceof Reply.Refused refused
          && refused.reason() == Reply.Reason.LEASE_EXPIRED) {
        waitingForLease.add(pending);
      } else {
        pending.then().accept(replies.get(i));
      }
    }
    if (!waitingForLease.isEmpty()) {
      tenure.heart.beatNow();
    }
  }

  private void failed(List<Pending> batch, StoreException problem) {
    asking = false;
    if (batch.size() == 1) {
      queue.addLast(batch.getFirst());
    } else {
      batch.reversed().forEach(queue::addFirst);
    }
    limit = Math.max(1, batch.size() / 2);
    retry.failed(tenure.nanos(), problem);
    // Attempts that a lost answer began are found among those that run on this node.
    tenure.reconciler.soon();
  }
}
