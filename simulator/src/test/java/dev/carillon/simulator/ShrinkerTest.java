package dev.carillon.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.simulator.store.Plant;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** A failing world is made smaller, and still fails. */
final class ShrinkerTest {

  private static final Set<Plant> BUG = Set.of(Plant.BEGIN_WRITES_NO_NOTE);

  @Test
  void what_remains_breaks_the_same_promise_with_less() {
    long seed =
        LongStream.rangeClosed(1, 1_000)
            .filter(one -> !new World(one, BUG, false).run().ok())
            .findFirst()
            .orElseThrow();
    Result whole = new World(seed, BUG, false).run();
    Shrinker.Shrunk shrunk = Shrinker.shrink(seed, BUG);

    assertThat(shrunk.result().ok()).isFalse();
    assertThat(shrunk.result().violations())
        .extracting(Violation::invariant)
        .containsAnyElementsOf(whole.violations().stream().map(Violation::invariant).toList());
    assertThat(shrunk.left()).as(shrunk.report()).isLessThan(shrunk.before());
    Omissions again = Omissions.decode(shrunk.omissions().encode());
    assertThat(again).isEqualTo(shrunk.omissions());
    assertThat(new World(seed, BUG, false, again).run().hash()).isEqualTo(shrunk.result().hash());
  }

  @Test
  void a_world_that_breaks_nothing_stays_as_it_is() {
    Shrinker.Shrunk shrunk = Shrinker.shrink(1, Set.of());
    assertThat(shrunk.result().ok()).isTrue();
    assertThat(shrunk.omissions()).isEqualTo(Omissions.NONE);
  }
}
