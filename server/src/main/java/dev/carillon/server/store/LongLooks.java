package dev.carillon.server.store;

import dev.carillon.engine.store.Database;
import dev.carillon.engine.store.Sql;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Looks that are too long for a request. Each is made by a thread of its own, in a transaction of
 * its own, one at a time for a key. A request waits for it a little; if it has not ended by then,
 * its page is a short one, and what the look finds is for those who come again.
 *
 * <p>Safe for all threads.
 *
 * @param <K> what is looked at
 * @param <V> what is found
 */
final class LongLooks<K, V> {

  private static final Sql ALONE = Statements.of("schedules/look-alone");

  /** What a look found is as good as a new look for so long after its end. */
  static final Duration RECENT = Duration.ofSeconds(3);

  /**
   * Nobody has come for it yet: whoever was told to come again, and takes longer for that, would
   * have to be told so again and again.
   */
  private static final Duration PROMISED = Duration.ofSeconds(30);

  /** Looks that have ended and are kept; about 2 MB each, if nothing else keeps what they found. */
  private static final int MOST_ENDED = 16;

  private static final class Look<V> {
    private boolean ended;
    private long endedAt;
    private @Nullable V found;
    private @Nullable RuntimeException failure;
    private boolean promised;
    private boolean taken;
  }

  private final LookRoom room;
  private final Map<K, Look<V>> looks = new LinkedHashMap<>();

  LongLooks(LookRoom room) {
    this.room = room;
  }

  /** A transaction for a look, in which lists are read as in any other. */
  static <V> V alone(Tenants tenants, int orgId, String doing, Database.Work<V> work) {
    return tenants
        .inOrder(orgId)
        .read(
            doing,
            tx -> {
              tx.query(ALONE).mapTo(String.class).one();
              return work.with(tx);
            });
  }

  /**
   * What a look found that ended of late, or that ends while it is waited for; null when there is
   * none yet, but perhaps when somebody asks again.
   */
  @Nullable V of(K key, Supplier<V> look) {
    ReentrantLock lock = room.lock();
    lock.lock();
    try {
      Look<V> one = begun(key, look);
      long left = room.patience().toNanos();
      while (left > 0 && (one == null || !one.ended)) {
        left = room.changed().awaitNanos(left);
        one = one == null ? begun(key, look) : one;
      }
      if (one == null) {
        return null;
      }
      if (!one.ended) {
        one.promised = true;
        return null;
      }
      return taken(key, one);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Begins a look that somebody may ask for soon, if there is room.
   *
   * @return whether one is under way or has ended of late
   */
  boolean ahead(K key, Supplier<V> look) {
    room.lock().lock();
    try {
      return begun(key, look) != null;
    } finally {
      room.lock().unlock();
    }
  }

  boolean isUnderWay(K key) {
    room.lock().lock();
    try {
      Look<V> look = looks.get(key);
      return look != null && !look.ended;
    } finally {
      room.lock().unlock();
    }
  }

  private V taken(K key, Look<V> look) {
    RuntimeException failure = look.failure;
    if (failure != null) {
      // Told once; whoever asks next has another look.
      looks.remove(key, look);
      throw failure;
    }
    look.taken = true;
    return Optional.ofNullable(look.found).orElseThrow();
  }

  private @Nullable Look<V> begun(K key, Supplier<V> look) {
    looks.values().removeIf(this::isPast);
    Look<V> known = looks.get(key);
    if (known != null) {
      return known;
    }
    Look<V> made = new Look<>();
    if (!room.begin(() -> carryOut(key, made, look))) {
      return null;
    }
    looks.put(key, made);
    return made;
  }

  private boolean isPast(Look<V> look) {
    Duration kept = look.taken || !look.promised ? RECENT : PROMISED;
    return look.ended && room.nanos() - look.endedAt > kept.toNanos();
  }

  private void carryOut(K key, Look<V> look, Supplier<V> work) {
    V found = null;
    RuntimeException failure = null;
    try {
      found = work.get();
    } catch (RuntimeException e) {
      failure = e;
    } catch (Error e) {
      failure = new IllegalStateException("a look at many schedules ended with an error", e);
    }
    room.lock().lock();
    try {
      look.ended = true;
      look.endedAt = room.nanos();
      look.found = found;
      look.failure = failure;
      looks.remove(key, look);
      // A failure is for those who wait, or were told to come again; it is nobody else's.
      if (failure == null || look.promised) {
        looks.put(key, look);
        forgetOldest();
      }
    } finally {
      room.lock().unlock();
    }
  }

  /** Those that have ended come in the order of their ends. */
  private void forgetOldest() {
    long ended = looks.values().stream().filter(look -> look.ended).count();
    if (ended > MOST_ENDED) {
      looks
          .values()
          .remove(looks.values().stream().filter(look -> look.ended).findFirst().orElseThrow());
    }
  }
}
