package dev.carillon.engine.dispatch;

import dev.carillon.engine.ledger.Command;
import dev.carillon.engine.ledger.Reply;
import dev.carillon.engine.run.OpenRun;
import dev.carillon.engine.run.RunState;
import dev.carillon.engine.schedule.Timer;
import dev.carillon.engine.store.Notice;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Open runs that start later: retries, queued slots, requests; and those nobody tends any more. */
final class WaitingRuns {

  private static final Duration LONGEST_ASKING = Duration.ofSeconds(1);

  private record Alarm(long dueMicros, OpenRun run) implements Comparable<Alarm> {
    @Override
    public int compareTo(Alarm other) {
      int byDue = Long.compare(dueMicros, other.dueMicros);
      return byDue != 0 ? byDue : run.id().compareTo(other.run.id());
    }
  }

  private final Tenure tenure;

  /** The runs that wait here, and the retry each was seen at. */
  private final Map<UUID, Integer> known = new HashMap<>();

  /** The runs that threads of users ask to start, and since when. */
  private final Map<UUID, Long> asking = new HashMap<>();

  private final PriorityQueue<Alarm> alarms = new PriorityQueue<>();
  private final FairQueue<OpenRun> ready = new FairQueue<>();

  /**
   * A transaction that takes longer is not waited for. Others end an attempt a lease after its
   * deadline at the earliest, which is always later than this.
   */
  private final long longestAsking;

  WaitingRuns(Tenure tenure) {
    this.tenure = tenure;
    Duration halfALease = tenure.config.lease().dividedBy(2);
    longestAsking =
        (halfALease.compareTo(LONGEST_ASKING) < 0 ? halfALease : LONGEST_ASKING).toNanos();
  }

  void hold(List<OpenRun> runs) {
    for (OpenRun run : runs) {
      switch (run.state()) {
        case RunState.Waiting waiting -> watch(run, waiting.dueAt());
        case RunState.Accepted accepted -> watch(run, accepted.deadlineAt());
        // Its node cancels it at the deadline. Only when that has not happened for a lease, the
        // owner of the shard ends it, so that the run does not stay open for ever.
        case RunState.Running running when running.node() != tenure.node ->
            watch(run, running.deadlineAt().plus(tenure.config.lease()));
        case RunState.Running _, RunState.Queued _, RunState.Settled _ -> {}
      }
    }
  }

  private void watch(OpenRun run, Instant due) {
    Integer retry = known.get(run.id());
    // A receiver may report a failure long before its deadline: the retry does not wait for that.
    if (!tenure.flights.knows(run.id()) && (retry == null || retry < run.retry())) {
      known.put(run.id(), run.retry());
      alarms.add(new Alarm(DatabaseTime.micros(due), run));
    }
  }

  int size() {
    return known.size();
  }

  /** Whether the run waits here for its start, or its start is asked for. */
  boolean knows(UUID runId) {
    return known.containsKey(runId);
  }

  /** Commands given; nothing of the shard may be under way when it is given back. */
  boolean idle() {
    return ready.isEmpty();
  }

  long turn(long nanos) {
    long nowMicros = tenure.time.micros(nanos);
    while (!alarms.isEmpty() && alarms.peek().dueMicros() <= nowMicros) {
      OpenRun run = alarms.remove().run();
      if (Objects.equals(known.get(run.id()), run.retry())) {
        ready.add(run.orgId(), run);
      }
    }
    while (!tenure.stopping() && tenure.starter.room() > 0) {
      OpenRun run = ready.poll(tenure.starter::roomFor);
      if (run == null) {
        break;
      }
      act(run);
    }
    return alarms.isEmpty() ? Long.MAX_VALUE : tenure.time.nanosAt(alarms.peek().dueMicros());
  }

  private void act(OpenRun run) {
    Long fence = tenure.shards.fenceToBegin(run.shard());
    if (fence == null) {
      known.remove(run.id(), run.retry());
      return;
    }
    if (run.state() instanceof RunState.Waiting) {
      start(run.orgId(), run.scheduleId(), run.id(), run.retry(), fence);
    } else {
      tenure.updates.add(
          new Command.Expire(run.scheduleId(), run.id()),
          reply -> {
            tenure.stats.ended(reply);
            known.remove(run.id(), run.retry());
            // Its end may have planned the next slot, and released a run that waited for it.
            tenure.reader.refresh(run.scheduleId());
            tenure.reader.openRunsSoon();
          });
    }
  }

  /**
   * A run was asked for just now: it starts without being read first, if nothing else waits for its
   * turn. The schedule's change is told of as well, so whatever keeps it from starting here, it is
   * found among the open runs.
   */
  void asked(Notice.RunAsked asked) {
    Command.Start start = reserve(asked.orgId(), asked.scheduleId(), asked.runId());
    if (start != null) {
      tenure.updates.add(start, reply -> started(asked.orgId(), asked.runId(), 0, reply));
    }
  }

  /**
   * Keeps a place for a run that is asked for just now, and says how to start it; null when it
   * cannot start here at once.
   */
  private Command.@Nullable Start reserve(int org, UUID scheduleId, UUID runId) {
    Long fence = tenure.shards.fenceToBegin(Timer.shardOf(scheduleId));
    boolean free =
        fence != null
            && !tenure.stopping()
            && ready.isEmpty()
            && tenure.starter.room() > 0
            && tenure.starter.roomFor(org);
    if (!free || known.containsKey(runId) || tenure.flights.knows(runId)) {
      return null;
    }
    // From here on the reconciler knows that the start has somebody who waits for its answer.
    known.put(runId, 0);
    tenure.starter.reserve(org);
    return new Command.Start(scheduleId, runId, tenure.node, Objects.requireNonNull(fence));
  }

  /** A thread of a user's asks to start the run for which it keeps a place. */
  Command.@Nullable Start reserveFor(int org, UUID scheduleId, UUID runId) {
    Command.Start start = reserve(org, scheduleId, runId);
    if (start != null) {
      asking.put(runId, tenure.nanos());
    }
    return start;
  }

  /**
   * That thread has its answer, or none. It may have been held up for long, in which others have
   * ended the attempt: then only what the books say of it counts.
   */
  void startedFor(int org, Command.Start start, @Nullable Reply reply) {
    Long since = asking.remove(start.runId());
    if (tenure.held.find(start.scheduleId()) != null) {
      // The run was opened in the same transaction, of which nobody else tells this node.
      tenure.reader.refresh(start.scheduleId());
    }
    if (reply != null && since != null && tenure.nanos() - since < longestAsking) {
      started(org, start.runId(), 0, reply);
      return;
    }
    tenure.starter.unreserve(org);
    known.remove(start.runId(), 0);
    tenure.reconciler.soon();
    tenure.reader.openRunsSoon();
  }

  private void start(int org, UUID scheduleId, UUID runId, int retry, long fence) {
    tenure.starter.reserve(org);
    tenure.updates.add(
        new Command.Start(scheduleId, runId, tenure.node, fence),
        reply -> started(org, runId, retry, reply));
  }

  private void started(int org, UUID runId, int retry, Reply reply) {
    tenure.starter.unreserve(org);
    known.remove(runId, retry);
    tenure.starter.begunInBooks(reply);
    if (!(reply instanceof Reply.Begin)) {
      tenure.reader.openRunsSoon();
    }
  }
}
