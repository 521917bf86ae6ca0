package dev.carillon.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.simulator.store.Plant;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Every single fault, at every step of a small world. */
final class ExhaustiveTest {

  /** Every so manieth call in each build; all of them: {@code make sim-exhaustive}. */
  private static final int STRIDE = Integer.getInteger("carillon.sim.stride", 3);

  @Test
  void no_single_fault_breaks_a_promise() {
    Exhaustive.Outcome outcome = Exhaustive.every(1, Set.of(), STRIDE);
    assertThat(outcome.worlds()).isGreaterThan(100);
    assertThat(outcome.broken()).isEmpty();
  }

  @Test
  void a_missing_guard_is_found_by_single_faults_alone() {
    assertThat(Exhaustive.every(1, Set.of(Plant.BEGIN_WRITES_NO_NOTE), 1).broken()).isNotEmpty();
  }
}
