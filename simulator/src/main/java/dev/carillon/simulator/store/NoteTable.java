package dev.carillon.simulator.store;

import dev.carillon.engine.store.NodeStore.IntentKey;
import dev.carillon.engine.store.RunStore.SlotClaim;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.UUID;

/** What nodes wrote down before they began it. */
final class NoteTable {

  private final TreeMap<IntentKey, Map<UUID, Note>> batches =
      new TreeMap<>(Comparator.comparingInt(IntentKey::node).thenComparingLong(IntentKey::batch));

  /** One slot that a node was about to begin, and when it said so. */
  record Note(SlotClaim claim, Instant at) {}

  void add(int node, long batch, SlotClaim claim, Instant at) {
    batches
        .computeIfAbsent(new IntentKey(node, batch), _ -> new LinkedHashMap<>())
        .putIfAbsent(claim.runId(), new Note(claim, at));
  }

  void remove(IntentKey key) {
    batches.remove(key);
  }

  boolean names(UUID runId) {
    return batches.values().stream().anyMatch(notes -> notes.containsKey(runId));
  }

  boolean anyOf(int node) {
    return !of(node).isEmpty();
  }

  /** The batches of one node, oldest first. */
  NavigableMap<IntentKey, Map<UUID, Note>> of(int node) {
    return batches.subMap(
        new IntentKey(node, Long.MIN_VALUE), true, new IntentKey(node, Long.MAX_VALUE), true);
  }

  Collection<IntentKey> keys() {
    return batches.navigableKeySet();
  }
}
