package dev.carillon.engine.dispatch;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The numbers the dispatcher works by.
 *
 * @param name what people call this process
 * @param place names what only this process can hold, such as a locked data directory, or null
 * @param lease how long a node is trusted without a sign of life
 * @param lookAhead how far ahead slots are read into memory
 * @param pollInterval how often everything due is read again, to cover lost notices
 * @param maxConcurrent attempts carried out at once
 * @param maxConcurrentPerOrg attempts of one organization carried out at once
 * @param maxHeld timers held in memory
 * @param maxHeldPerOrg timers of one organization held in memory
 * @param beginBatch most slots begun in one statement
 * @param completeBatch most runs settled in one statement
 * @param completeLinger how long a settled run waits for company
 * @param promoteAfter how long a run may take before it is written down as open
 * @param shutdownGrace how long running work may go on after a stop was asked for
 * @param maxRunHistory rows of history kept for each schedule
 */
public record DispatchConfig(
    String name,
    @Nullable String place,
    Duration lease,
    Duration lookAhead,
    Duration pollInterval,
    int maxConcurrent,
    int maxConcurrentPerOrg,
    int maxHeld,
    int maxHeldPerOrg,
    int beginBatch,
    int completeBatch,
    Duration completeLinger,
    Duration promoteAfter,
    Duration shutdownGrace,
    int maxRunHistory) {

  public DispatchConfig {
    positive("lease", lease);
    positive("look_ahead", lookAhead);
    positive("poll_interval", pollInterval);
    atLeastOne("max_concurrent", maxConcurrent);
    atLeastOne("max_concurrent_per_org", maxConcurrentPerOrg);
    atLeastOne("max_held", maxHeld);
    atLeastOne("max_held_per_org", maxHeldPerOrg);
    atLeastOne("max_per_poll", beginBatch);
    atLeastOne("complete_batch", completeBatch);
    if (lease.compareTo(Duration.ofMillis(500)) < 0) {
      throw new IllegalArgumentException("lease must be at least 500 ms, got " + lease);
    }
    if (maxRunHistory < 0) {
      throw new IllegalArgumentException("max_run_history must be 0 or more, got " + maxRunHistory);
    }
  }

  public static DispatchConfig defaults(String name) {
    return named(name).build();
  }

  /** The defaults, to be changed: {@code named("report-host").lease(ofSeconds(5)).build()}. */
  public static Builder named(String name) {
    return new Builder(name);
  }

  /** Five beats to a lease: four may get lost before anybody doubts the node. */
  Duration beatEvery() {
    return lease.dividedBy(5);
  }

  private static void positive(String key, Duration value) {
    if (value.isNegative() || value.isZero()) {
      throw new IllegalArgumentException(key + " must be more than zero, got " + value);
    }
  }

  private static void atLeastOne(String key, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(key + " must be 1 or more, got " + value);
    }
  }

  /** A configuration in the making; what is not said has its default. */
  public static final class Builder {

    private final String name;
    private @Nullable String place;
    private Duration lease = Duration.ofSeconds(10);
    private Duration lookAhead = Duration.ofSeconds(1);
    private Duration pollInterval = Duration.ofSeconds(5);
    private int maxConcurrent = 10_000;
    private int maxConcurrentPerOrg = 5_000;
    private int maxHeld = 200_000;
    private int maxHeldPerOrg = 100_000;
    private int beginBatch = 2_000;
    private int completeBatch = 2_000;
    private Duration completeLinger = Duration.ofMillis(10);
    private Duration promoteAfter = Duration.ofMillis(250);
    private Duration shutdownGrace = Duration.ofSeconds(30);
    private int maxRunHistory = 100;

    private Builder(String name) {
      this.name = name;
    }

    public Builder place(String held) {
      place = held;
      return this;
    }

    public Builder lease(Duration duration) {
      lease = duration;
      return this;
    }

    public Builder lookAhead(Duration duration) {
      lookAhead = duration;
      return this;
    }

    public Builder pollInterval(Duration duration) {
      pollInterval = duration;
      return this;
    }

    public Builder maxConcurrent(int attempts, int attemptsPerOrg) {
      maxConcurrent = attempts;
      maxConcurrentPerOrg = attemptsPerOrg;
      return this;
    }

    public Builder maxHeld(int timers, int timersPerOrg) {
      maxHeld = timers;
      maxHeldPerOrg = timersPerOrg;
      return this;
    }

    public Builder beginBatch(int slots) {
      beginBatch = slots;
      return this;
    }

    public Builder completeBatch(int runs, Duration linger) {
      completeBatch = runs;
      completeLinger = linger;
      return this;
    }

    public Builder promoteAfter(Duration duration) {
      promoteAfter = duration;
      return this;
    }

    public Builder shutdownGrace(Duration duration) {
      shutdownGrace = duration;
      return this;
    }

    public Builder maxRunHistory(int rows) {
      maxRunHistory = rows;
      return this;
    }

    public DispatchConfig build() {
      return new DispatchConfig(
          name,
          place,
          lease,
          lookAhead,
          pollInterval,
          maxConcurrent,
          maxConcurrentPerOrg,
          maxHeld,
          maxHeldPerOrg,
          beginBatch,
          completeBatch,
          completeLinger,
          promoteAfter,
          shutdownGrace,
          maxRunHistory);
    }
  }
}
