package dev.carillon.simulator.store;

import dev.carillon.engine.ledger.Command;
import dev.carillon.engine.run.OpenRun;
import dev.carillon.engine.run.RunState;
import dev.carillon.engine.store.NodeStore;
import dev.carillon.engine.store.Notice;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The part of the store that knows nodes, and all tables. */
abstract class NodePart implements NodeStore {

  final NodeTable nodes = new NodeTable();
  final NoteTable notes = new NoteTable();
  final BookTable books = new BookTable();
  final HistoryTable history = new HistoryTable();

  private final Supplier<Instant> clock;
  private final Consumer<Notice> notices;
  private final Set<Plant> plants;
  final Audit audit;

  NodePart(Supplier<Instant> clock, Consumer<Notice> notices, Set<Plant> plants, Audit audit) {
    this.audit = audit;
    this.clock = clock;
    this.notices = notices;
    this.plants = plants.isEmpty() ? EnumSet.noneOf(Plant.class) : EnumSet.copyOf(plants);
  }

  final Instant clock() {
    return clock.get();
  }

  final void tell(Notice notice) {
    notices.accept(notice);
  }

  final boolean planted(Plant plant) {
    return plants.contains(plant);
  }

  @Override
  public Pulse join(String name, @Nullable String place, Duration lease) {
    Instant now = clock();
    NodeTable.Node before = nodes.holderOf(place);
    NodeTable.Node node;
    if (before != null && planted(Plant.JOIN_REUSES_NUMBER)) {
      node = nodes.put(before.number, name, place, now, lease);
    } else {
      node = nodes.add(name, place, now, lease);
      if (before != null) {
        nodes.end(before, node.number, now);
        audit.succeeded(before.number, node.number);
      }
    }
    tell(new Notice.NodesChanged());
    return pulse(node.number, now);
  }

  @Override
  public Pulse beat(int node, Duration lease) {
    Instant now = clock();
    NodeTable.Node living = nodes.living(node);
    if (living != null) {
      living.beat++;
      living.expiresAt = now.plus(lease);
      living.lease = lease;
      audit.beaten(node);
      if (planted(Plant.BEAT_BURIES_EXPIRED)) {
        buryExpired(node, now);
      }
    }
    return pulse(node, now);
  }

  private void buryExpired(int heir, Instant now) {
    for (NodeSight other : nodes.othersThan(heir)) {
      NodeTable.Node living = nodes.living(other.node());
      if (living != null && !nodes.live(other.node(), now)) {
        nodes.end(living, heir, now);
        audit.buried(other.node(), heir);
      }
    }
  }

  private Pulse pulse(int node, Instant now) {
    boolean alive = nodes.living(node) != null;
    return new Pulse(
        node,
        alive,
        now,
        alive ? nodes.owned(node) : List.of(),
        nodes.othersThan(node),
        nodes.unowned(),
        estateOpen());
  }

  @Override
  public boolean bury(int node, long beatSeen, int heir) {
    Instant now = clock();
    NodeTable.Node living = nodes.living(node);
    if (living == null || !nodes.expired(living, now) || living.beat != beatSeen) {
      audit.buryRefused(node, heir);
      return false;
    }
    nodes.end(living, nodes.living(heir) == null ? 0 : heir, now);
    audit.buried(node, heir);
    tell(new Notice.NodesChanged());
    return true;
  }

  @Override
  public List<ShardLease> acquire(int node, int atMost) {
    return nodes.living(node) == null ? List.of() : nodes.acquire(node, atMost);
  }

  @Override
  public void release(int node, List<ShardLease> shards) {
    nodes.release(node, shards);
    tell(new Notice.NodesChanged());
  }

  @Override
  public void leave(int node) {
    NodeTable.Node living = nodes.living(node);
    if (living != null) {
      nodes.end(living, 0, clock());
      audit.left(node);
      tell(new Notice.NodesChanged());
    }
  }

  @Override
  public Estate estate(int atMost) {
    List<Command.Lose> losses = new ArrayList<>();
    List<IntentKey> intents = new ArrayList<>();
    for (int dead : estates()) {
      for (Map.Entry<IntentKey, Map<UUID, NoteTable.Note>> batch : notes.of(dead).entrySet()) {
        if (losses.size() >= atMost) {
          return new Estate(losses, intents);
        }
        batch.getValue().values().forEach(note -> losses.add(lost(note, dead)));
        intents.add(batch.getKey());
      }
      for (OpenRun run : books.runningOn(dead)) {
        if (losses.size() >= atMost) {
          return new Estate(losses, intents);
        }
        if (run.state() instanceof RunState.Running running) {
          losses.add(
              new Command.Lose(
                  run.scheduleId(), run.id(), run.slotAt(), dead, running.startedAt()));
        }
      }
    }
    return new Estate(losses, intents);
  }

  /** A note may be older than the slot, which did not start before it was due. */
  private static Command.Lose lost(NoteTable.Note note, int dead) {
    Instant slot = note.claim().slotAt();
    Instant begun = note.at().isBefore(slot) ? slot : note.at();
    return new Command.Lose(note.claim().scheduleId(), note.claim().runId(), slot, dead, begun);
  }

  final boolean estateOpen() {
    return !estates().isEmpty();
  }

  /** The dead nodes that have left something behind. */
  private SortedSet<Integer> estates() {
    SortedSet<Integer> dead = new TreeSet<>();
    if (planted(Plant.ESTATE_IS_EMPTY)) {
      return dead;
    }
    for (IntentKey key : notes.keys()) {
      if (nodes.dead(key.node())) {
        dead.add(key.node());
      }
    }
    for (int node : books.nodesWithRuns()) {
      if (nodes.dead(node) && books.anyRunningOn(node)) {
        dead.add(node);
      }
    }
    return dead;
  }

  @Override
  public void closeEstate(List<IntentKey> intents) {
    for (IntentKey key : intents) {
      if (nodes.dead(key.node())) {
        notes.remove(key);
      }
    }
  }

  @Override
  public List<NodeSight> nodes() {
    return nodes.remembered(clock());
  }
}
