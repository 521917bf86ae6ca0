package dev.carillon.engine.dispatch;

import dev.carillon.engine.ledger.Command;
import dev.carillon.engine.schedule.Timer;
import dev.carillon.engine.store.NodeStore.Estate;
import dev.carillon.engine.store.NodeStore.NodeSight;
import dev.carillon.engine.store.NodeStore.Pulse;
import dev.carillon.engine.store.NodeStore.ShardLease;
import dev.carillon.engine.store.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps this node alive, watches the others, and takes and gives shards.
 *
 * <h2>When another node is dead</h2>
 *
 * Its lease has run out by the database's clock, and this node has seen its beat unchanged for as
 * long, by its own ticker, without losing the database in between. Either alone would bury the
 * living: clocks jump, and after an outage of the database every lease has run out at once. So
 * everybody gets a lease's time to beat again.
 *
 * <h2>What a heir does first</h2>
 *
 * Shards just taken are not worked in until dead nodes' estates are dealt with: a slot that a dead
 * node had noted may have started, and must count as a lost attempt before anything of its schedule
 * starts again.
 */
final class Heart {

  private static final Logger log = LoggerFactory.getLogger(Heart.class);
  private static final int ESTATE_CHUNK = 2_000;
  private static final Duration AFTER_EXPIRY = Duration.ofMillis(10);

  private record Seen(long beat, long sinceNanos) {}

  private final Tenure tenure;
  private final Retry retry = new Retry();
  private final Map<Integer, Seen> others = new HashMap<>();
  private final long leaseNanos;
  private final long beatNanos;

  private @Nullable Pulse pulse;
  private boolean asking;
  private boolean estateToCheck = true;
  private boolean left;
  private long beatAt;
  private long heldSince;
  private long feltAt;

  Heart(Tenure tenure, Pulse joined) {
    this.tenure = tenure;
    leaseNanos = tenure.config.lease().toNanos();
    beatNanos = tenure.config.beatEvery().toNanos();
    heldSince = tenure.nanos();
    feltAt = tenure.nanos();
    felt(joined);
  }

  void beatNow() {
    beatAt = Math.min(beatAt, tenure.nanos());
  }

  /** A refused begin can mean that the lease has run out, or that a shard was lost. */
  void beatSoonAfterRefusal() {
    beatAt = Math.min(beatAt, tenure.nanos() + beatNanos / 4);
  }

  /**
   * False when this node may have been declared dead without knowing: by its own ticker, its lease
   * was not renewed for as long as it lasts. An answer that says to start something may be older
   * than its burial then, so nothing is started on the strength of it.
   */
  boolean trustsItself() {
    return tenure.nanos() - heldSince < leaseNanos;
  }

  /** True once the node has given up its lease and shards. */
  boolean left() {
    return left;
  }

  long turn(long nanos) {
    if (asking || left) {
      return Long.MAX_VALUE;
    }
    if (nanos < retry.at()) {
      return retry.at();
    }
    if (nanos >= beatAt) {
      beat(nanos);
    } else if (!tenure.stopping()) {
      tend(nanos);
    } else if (tenure.readyToLeave()) {
      leave();
    }
    return asking ? Long.MAX_VALUE : beatAt;
  }

  /** Does the most urgent of what the last beat showed, one thing at a time. */
  private void tend(long nanos) {
    Pulse last = pulse;
    if (last == null) {
      return;
    }
    NodeSight dead = deadNode(last, nanos);
    if (dead != null) {
      bury(dead);
    } else if (estateToCheck) {
      checkEstate();
    } else {
      balance(last);
    }
  }

  private <R> void ask(
      String name,
      java.util.function.Function<dev.carillon.engine.store.Store, R> question,
      java.util.function.Consumer<R> answered) {
    asking = true;
    tenure.ask(
        Lane.NODE,
        name,
        question,
        answer -> {
          asking = false;
          retry.succeeded();
          answered.accept(answer);
        },
        (StoreException problem) -> {
          asking = false;
          retry.failed(tenure.nanos(), problem);
        });
  }

  private void beat(long nanos) {
    ask(
        "beat",
        store -> store.beat(tenure.node, tenure.config.lease()),
        answer -> {
          heldSince = nanos;
          tenure.time.learn(answer.now(), nanos, tenure.nanos());
          felt(answer);
        });
  }

  private void felt(Pulse answer) {
    if (!answer.alive()) {
      tenure.lost();
      return;
    }
    noticeSilence();
    pulse = answer;
    beatAt = tenure.nanos() + beatNanos;
    observe(answer);
    for (Integer shard : tenure.shards.keepOnly(answer.owned())) {
      log.warn("Shard {} is no longer this node's; what memory holds of it is dropped.", shard);
      tenure.drop(shard);
    }
    if (tenure.shards.took(answer.owned()) || answer.estateOpen()) {
      estateToCheck = true;
    }
    tenure.updates.leaseRenewed();
  }

  /**
   * An answer that came late shows as little of the others as an outage does: the database may have
   * hung for them too, or this process was frozen together with them.
   */
  private void noticeSilence() {
    long nanos = tenure.nanos();
    if (nanos - feltAt > leaseNanos / 2) {
      tenure.wasOutOfTouch();
    }
    feltAt = nanos;
  }

  private void observe(Pulse answer) {
    long nanos = tenure.nanos();
    others.keySet().retainAll(answer.others().stream().map(NodeSight::node).toList());
    for (NodeSight other : answer.others()) {
      Seen seen = others.get(other.node());
      if (seen == null || seen.beat() != other.beat()) {
        others.put(other.node(), new Seen(other.beat(), nanos));
      }
      // Look again just when its lease runs out, so that its shards do not wait for our next beat.
      beatAt = Math.min(beatAt, Math.max(deathAt(other), nanos + beatNanos / 4));
    }
  }

  /** When, in our nanoseconds, this node will be known to be dead if it does not beat again. */
  private long deathAt(NodeSight other) {
    Seen seen = others.get(other.node());
    if (seen == null) {
      return Long.MAX_VALUE;
    }
    // A lease that lasts longer than it was given for is one of a clock that was set back since.
    boolean outdated = other.expiresAt().isAfter(tenure.now().plus(other.lease()));
    long expired =
        outdated
            ? Long.MIN_VALUE
            : tenure.time.nanosAt(DatabaseTime.micros(other.expiresAt())) + AFTER_EXPIRY.toNanos();
    // Our first sight of a beat can be as old as the beat itself plus one of our own intervals.
    long watched = seen.sinceNanos() + leaseNanos - beatNanos;
    long reachable = tenure.reachableSince() + leaseNanos;
    return Math.max(expired, Math.max(watched, reachable));
  }

  private @Nullable NodeSight deadNode(Pulse last, long nanos) {
    for (NodeSight other : last.others()) {
      if (nanos >= deathAt(other)) {
        return other;
      }
    }
    return null;
  }

  private void bury(NodeSight dead) {
    Seen seen = others.remove(dead.node());
    if (seen == null) {
      return;
    }
    ask(
        "bury",
        store -> store.bury(dead.node(), seen.beat(), tenure.node),
        buried -> {
          if (buried) {
            tenure.stats.oneBuried();
            log.warn(
                "Node {} ({}) has not been heard of for a lease of {}. Its {} shards are this"
                    + " node's now; what it had begun counts as lost and is retried.",
                dead.node(),
                dead.name(),
                tenure.config.lease(),
                dead.shards());
          }
          estateToCheck = true;
          beatNow();
        });
  }

  private void checkEstate() {
    List<ShardLease> taken = tenure.shards.in(Shards.Stage.TAKEN);
    ask(
        "estate",
        store -> store.estate(ESTATE_CHUNK),
        estate -> {
          if (!estate.isEmpty()) {
            settleEstate(estate);
            return;
          }
          estateToCheck = false;
          if (!taken.isEmpty()) {
            tenure.shards.open(taken);
            tenure.reader.opened(taken);
            log.debug("Node {} works in shards {}.", tenure.node, taken);
          }
        });
  }

  private void settleEstate(Estate estate) {
    List<Command> losses = new ArrayList<>(estate.losses());
    ask(
        "settle estate",
        store -> store.update(losses),
        replies -> {
          replies.forEach(tenure.stats::ended);
          log.info("{} runs of dead nodes count as lost attempts.", losses.size());
          closeEstate(estate);
        });
  }

  private void closeEstate(Estate estate) {
    ask(
        "close estate",
        store -> {
          store.closeEstate(estate.intents());
          return true;
        },
        _ -> tenure.reader.openRunsSoon());
  }

  /** Every node owns its share of the shards, give or take one. */
  private void balance(Pulse last) {
    List<ShardLease> idle = tenure.idleClosingShards();
    if (!idle.isEmpty()) {
      release(idle);
      return;
    }
    int share = Math.ceilDiv(Timer.SHARDS, last.others().size() + 1);
    int staying = tenure.shards.count() - tenure.shards.countClosing();
    if (staying < share && last.unowned() > 0) {
      acquire(share - staying);
    } else if (staying > share) {
      tenure.shards.close(staying - share).forEach(tenure.reader::closed);
    }
  }

  private void acquire(int count) {
    ask(
        "acquire shards",
        store -> store.acquire(tenure.node, count),
        taken -> {
          pulse = null;
          beatNow();
          if (tenure.shards.took(taken)) {
            estateToCheck = true;
          }
        });
  }

  private void release(List<ShardLease> idle) {
    ask(
        "release shards",
        store -> {
          store.release(tenure.node, idle);
          return true;
        },
        _ -> {
          tenure.shards.gaveBack(idle);
          idle.forEach(lease -> tenure.drop(lease.shard()));
          beatNow();
        });
  }

  private void leave() {
    ask(
        "leave",
        store -> {
          store.leave(tenure.node);
          return true;
        },
        _ -> left = true);
  }
}
