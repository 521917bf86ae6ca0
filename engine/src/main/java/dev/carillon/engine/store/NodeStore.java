package dev.carillon.engine.store;

import dev.carillon.engine.ledger.Command;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Nodes, their leases, and the shards they own.
 *
 * <p>A node lives as long as it renews its lease. It owns shards of schedules; each change of owner
 * raises the shard's fence. What a node was about to begin when it died is its estate: the notes it
 * wrote before beginning, and the open runs that carry its number.
 */
public interface NodeStore {

  /**
   * Adds a node with a number that was never given before.
   *
   * @param name what people call the process, such as its host
   * @param place names what only one process can hold at a time, such as a locked data directory;
   *     an earlier node of the same place is therefore gone, is declared dead at once, and its
   *     shards become the new node's. Null when nothing is held.
   */
  Pulse join(String name, @Nullable String place, Duration lease);

  /**
   * Renews the node's lease, also one that has run out, unless the node was declared dead.
   * Repeating it is harmless.
   */
  Pulse beat(int node, Duration lease);

  /**
   * Declares a node dead and gives its shards to the heir, each with its fence raised, provided
   * that the node's lease has run out and that its beat is still the one seen. A lease that would
   * last longer from now than it was given for counts as run out: the clock was set back since.
   * From then on every write of that node is refused.
   *
   * @return false when the node is not to be buried: it has beaten since, or is dead already
   */
  boolean bury(int node, long beatSeen, int heir);

  /**
   * Takes shards that nobody owns, raising their fences.
   *
   * @return the shards taken, which may be fewer than asked for
   */
  List<ShardLease> acquire(int node, int atMost);

  /** Gives shards back, provided the node still owns them under these fences. */
  void release(int node, List<ShardLease> shards);

  /** Ends a node that has nothing under way: gives its shards back and its lease up. */
  void leave(int node);

  /** What dead nodes have left behind, at most so many runs; empty when all is settled. */
  Estate estate(int atMost);

  /** Throws away notes of dead nodes whose runs have been dealt with. */
  void closeEstate(List<IntentKey> intents);

  /** All nodes that are alive, or died less than a day ago. */
  List<NodeSight> nodes();

  /**
   * What a node learns when it beats.
   *
   * @param alive false when the node was declared dead: it must drop all it holds
   * @param now the database's clock
   * @param owned the shards it owns now
   * @param others the other living nodes
   * @param unowned how many shards nobody owns
   * @param estateOpen true while dead nodes have left something that is not dealt with
   */
  record Pulse(
      int node,
      boolean alive,
      Instant now,
      List<ShardLease> owned,
      List<NodeSight> others,
      int unowned,
      boolean estateOpen) {

    public Pulse {
      owned = List.copyOf(owned);
      others = List.copyOf(others);
    }
  }

  /** The right to a shard, and the number of that right. */
  record ShardLease(int shard, long fence) {}

  /**
   * A node as others see it.
   *
   * @param beat grows with each renewal: whoever sees it unchanged for a lease knows more than any
   *     clock can say
   * @param lease how long it asked to be trusted without a sign of life
   */
  record NodeSight(
      int node,
      String name,
      long beat,
      Instant expiresAt,
      Duration lease,
      boolean dead,
      int shards,
      Instant startedAt) {

    /** False once its lease has run out, or was given by a clock that has been set back since. */
    public boolean leased(Instant now) {
      return expiresAt.isAfter(now) && !expiresAt.isAfter(now.plus(lease));
    }
  }

  /** What dead nodes left: runs that may have begun, and the notes that name them. */
  record Estate(List<Command.Lose> losses, List<IntentKey> intents) {
    public Estate {
      losses = List.copyOf(losses);
      intents = List.copyOf(intents);
    }

    public boolean isEmpty() {
      return losses.isEmpty() && intents.isEmpty();
    }
  }

  /** Names one note of a node about slots it was going to begin. */
  record IntentKey(int node, long batch) {}
}
