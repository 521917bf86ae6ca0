package dev.carillon.engine.dispatch;

import dev.carillon.engine.clock.Ticker;
import dev.carillon.engine.ledger.Command;
import dev.carillon.engine.store.NodeStore.Pulse;
import dev.carillon.engine.store.NodeStore.ShardLease;
import dev.carillon.engine.store.Notice;
import dev.carillon.engine.store.RunStore.SlotClaim;
import dev.carillon.engine.store.Store;
import dev.carillon.engine.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a process holds and does under one node number, from joining to leaving or to being declared
 * dead. Answers to questions of an earlier tenure are ignored.
 */
final class Tenure {

  private static final Logger log = LoggerFactory.getLogger(Tenure.class);
  private static final int NOTES_WORTH_A_CALL = 64;
  private static final long NOTES_AT_LATEST = Duration.ofSeconds(1).toNanos();

  /** A million ordinary definitions, or a third of a small heap. */
  private static final long DEFINITION_BYTES =
      Math.min(160L * 1024 * 1024, Runtime.getRuntime().maxMemory() / 3);

  /** A million timers at rest, or a sixth of a small heap. */
  private static final long REST_BYTES =
      Math.min(80L * 1024 * 1024, Runtime.getRuntime().maxMemory() / 6);

  final DispatchConfig config;
  final Effects effects;
  final DispatchStats stats;
  final int node;
  final DatabaseTime time;

  final Shards shards = new Shards();
  final Lead lead;
  final Held held;
  final Definitions definitions = new Definitions(DEFINITION_BYTES, REST_BYTES);
  final Notes notes = new Notes();
  final Names names = new Names();
  final Flights flights;
  final Updates updates;
  final Completer completer;
  final Starter starter;
  final WaitingRuns waiting;
  final Reader reader;
  final Loader loader;
  final Reconciler reconciler;
  final Pruner pruner;
  final Tidier tidier;
  final Heart heart;

  /** Of each shard, the slots that are being abandoned. */
  private final Map<Integer, Integer> abandoning = new HashMap<>();

  private final Ticker ticker;
  private boolean over;
  private boolean unreachable;
  private long reachableSince;
  private boolean stopping;
  private boolean graceUsed;
  private long graceEndsAt;
  private final Retry forgetRetry = new Retry();
  private boolean forgetting;
  private long forgetAt;

  Tenure(
      Ticker ticker,
      DispatchConfig config,
      Effects effects,
      DispatchStats stats,
      DatabaseTime time,
      Pulse joined) {
    this.ticker = ticker;
    this.config = config;
    this.effects = effects;
    this.stats = stats;
    this.time = time;
    node = joined.node();
    reachableSince = ticker.nanos();
    forgetAt = ticker.nanos(); // a ticker begins anywhere, also below zero
    lead = new Lead(ticker.nanos());
    loader = new Loader(this);
    held = new Held(config, lead, loader);
    flights = new Flights(this);
    updates = new Updates(this);
    completer = new Completer(this);
    starter = new Starter(this);
    waiting = new WaitingRuns(this);
    reader = new Reader(this);
    reconciler = new Reconciler(this);
    pruner = new Pruner(this);
    tidier = new Tidier(this);
    heart = new Heart(this, joined);
  }

  long nanos() {
    return ticker.nanos();
  }

  /** The database's clock, as far as this process knows. */
  Instant now() {
    return time.at(ticker.nanos());
  }

  /** Since when every question was answered, and in good time. */
  long reachableSince() {
    return reachableSince;
  }

  boolean stopping() {
    return stopping;
  }

  boolean over() {
    return over;
  }

  <R> void ask(
      Lane lane,
      String name,
      Function<Store, R> question,
      Consumer<R> answered,
      Consumer<StoreException> failed) {
    effects.submit(
        new StoreCall<>(
            lane,
            name,
            question,
            answer -> {
              if (!over) {
                reached();
                answered.accept(answer);
              }
            },
            problem -> {
              if (!over) {
                notReached(problem);
                failed.accept(problem);
              }
            }));
  }

  /** Asks what is answered with the database's time, and learns it. */
  <R> void askTime(
      Lane lane,
      String name,
      Function<Store, R> question,
      Function<R, Instant> timeOf,
      Consumer<R> answered,
      Consumer<StoreException> failed) {
    ask(
        lane,
        name,
        Timed.question(ticker, question),
        timed -> {
          time.learn(timeOf.apply(timed.answer()), timed.sentNanos(), timed.receivedNanos());
          answered.accept(timed.answer());
        },
        failed);
  }

  private void reached() {
    if (unreachable) {
      unreachable = false;
      reachableSince = ticker.nanos();
      log.info("The database answers again. Nothing is taken from other nodes for one lease.");
      reader.sweepSoon();
    }
  }

  /** Nothing was heard for a while, though nothing failed: patience is counted from now. */
  void wasOutOfTouch() {
    reachableSince = ticker.nanos();
  }

  private void notReached(StoreException problem) {
    stats.oneUnanswered();
    if (!unreachable) {
      unreachable = true;
      log.warn(
          "The database does not answer: {}. Running work goes on, its results are kept, and all is"
              + " asked again until it does.",
          problem.getMessage());
    }
    // Patience is counted from the answer that ends the outage, not from its beginning.
    reachableSince = ticker.nanos();
  }

  /** Does what is due, and says when it wants to be called again at the latest. */
  long turn() {
    long nanos = ticker.nanos();
    long wake = heart.turn(nanos);
    if (over) {
      return nanos;
    }
    wake = Math.min(wake, flights.turn(nanos));
    wake = Math.min(wake, starter.turn(nanos));
    wake = Math.min(wake, waiting.turn(nanos));
    wake = Math.min(wake, completer.turn(nanos));
    wake = Math.min(wake, reconciler.turn(nanos));
    wake = Math.min(wake, updates.turn(nanos));
    wake = Math.min(wake, loader.turn(nanos));
    wake = Math.min(wake, reader.turn(nanos));
    wake = Math.min(wake, pruner.turn(nanos));
    wake = Math.min(wake, tidier.turn(nanos));
    wake = Math.min(wake, forgetNotes(nanos));
    stats.now(held.size(), held.readyCount(), flights.underWay());
    return Math.min(wake, turnToStop(nanos));
  }

  private long forgetNotes(long nanos) {
    while (notes.recallAt() <= nanos || (stopping && notes.recallAt() != Long.MAX_VALUE)) {
      notes.recall().claims().forEach(this::abandonUnlessBegun);
    }
    long recallAt = notes.recallAt();
    if (forgetting || notes.finishedCount() == 0) {
      return recallAt;
    }
    boolean few = notes.finishedCount() < NOTES_WORTH_A_CALL && !stopping;
    long at = Math.max(forgetRetry.at(), few ? forgetAt : Long.MIN_VALUE);
    if (nanos < at) {
      return Math.min(at, recallAt);
    }
    forgetting = true;
    forgetAt = nanos + NOTES_AT_LATEST;
    List<Long> finished = notes.takeFinished();
    ask(
        Lane.SWEEP,
        "forget notes",
        store -> {
          store.forget(node, finished);
          return true;
        },
        _ -> {
          forgetting = false;
          forgetRetry.succeeded();
        },
        problem -> {
          forgetting = false;
          notes.putBack(finished);
          forgetRetry.failed(nanos(), problem);
        });
    return recallAt;
  }

  /** A slot of which memory knows nothing more may have been taken away, and has no answer then. */
  private void abandonUnlessBegun(SlotClaim claim) {
    Entry entry = held.find(claim.scheduleId());
    boolean begins = !stopping && entry != null && claim.slotAt().equals(entry.timer.slotAt());
    if (begins || flights.knows(claim.runId())) {
      return;
    }
    abandon(claim, () -> {});
  }

  /** Says in the books that this node does not begin the slot. */
  void abandon(SlotClaim claim, Runnable said) {
    abandoning.merge(claim.shard(), 1, Integer::sum);
    updates.add(
        new Command.Abandon(claim.scheduleId(), claim.slotAt(), node, claim.fence()),
        _ -> {
          said.run();
          abandoning.computeIfPresent(claim.shard(), (_, count) -> count == 1 ? null : count - 1);
          if (shards.isOpen(claim.shard())) {
            reader.refresh(claim.scheduleId());
          }
        });
  }

  /**
   * Whether a slot of the shard is still named by a note in doubt. Its answer is this node's to
   * give, and only as long as the shard is this node's.
   */
  private boolean inDoubt(int shard) {
    notes.takeDoubts(shard).forEach(this::abandonUnlessBegun);
    return abandoning.containsKey(shard);
  }

  void noticed(Notice notice) {
    switch (notice) {
      case Notice.ScheduleChanged changed -> {
        starter.changed(changed.scheduleId());
        if (shards.isOpen(changed.shard())) {
          reader.refresh(changed.scheduleId());
          reader.openRunsSoon();
        }
      }
      case Notice.RunAsked asked -> waiting.asked(asked);
      case Notice.ManyChanged _ -> {
        reader.readAgainSoon();
        reader.openRunsSoon();
      }
      case Notice.CancelAsked asked -> {
        if (asked.node() == node) {
          reconciler.soon();
        }
      }
      case Notice.NodesChanged _ -> heart.beatNow();
    }
  }

  /** Notices may have been lost. */
  void reconnected() {
    reader.sweepSoon();
    reconciler.soon();
  }

  /** Lets go of a shard that is no longer this node's. */
  void drop(int shard) {
    reader.closed(shard);
    held.letGo(shard);
  }

  /** Closing shards of which nothing is under way, or in doubt, that only memory knows. */
  List<ShardLease> idleClosingShards() {
    List<ShardLease> idle = new ArrayList<>();
    for (ShardLease lease : shards.in(Shards.Stage.CLOSING)) {
      if (held.letGo(lease.shard()) && !inDoubt(lease.shard())) {
        idle.add(lease);
      }
    }
    return idle;
  }

  /** The others have declared this node dead: nothing it does counts any more. */
  void lost() {
    log.warn(
        "Node {} was declared dead by another node, because it was not heard of for a lease. What"
            + " it was running is cancelled and belongs to others now; it joins again as a new"
            + " node.",
        node);
    over = true;
    flights.abandonAll();
  }

  void stop() {
    if (!stopping) {
      stopping = true;
      graceEndsAt = ticker.nanos() + config.shutdownGrace().toNanos();
      log.info(
          "Node {} stops: it begins nothing more, and gives {} running attempts up to {}.",
          node,
          flights.underWay(),
          config.shutdownGrace());
    }
  }

  private long turnToStop(long nanos) {
    if (!stopping || graceUsed) {
      return Long.MAX_VALUE;
    }
    if (nanos >= graceEndsAt) {
      graceUsed = true;
      flights.handBackAll();
      return nanos;
    }
    return graceEndsAt;
  }

  boolean readyToLeave() {
    return flights.isEmpty()
        && starter.idle()
        && updates.idle()
        && completer.idle()
        && pruner.idle()
        && tidier.idle()
        && !reconciler.asking()
        && !forgetting
        && notes.finishedCount() == 0;
  }
}
