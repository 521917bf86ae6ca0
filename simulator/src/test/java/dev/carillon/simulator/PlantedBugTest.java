package dev.carillon.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.simulator.store.Plant;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The checker notices every bug that is planted; a check that never fails proves nothing. */
final class PlantedBugTest {

  private static final long MOST_SEEDS = 1_000;

  @ParameterizedTest
  @EnumSource
  void is_noticed(Plant plant) {
    long seeds =
        LongStream.rangeClosed(1, MOST_SEEDS)
            .filter(seed -> !new World(seed, Set.of(plant), false).run().ok())
            .findFirst()
            .orElse(Long.MAX_VALUE);
    assertThat(seeds).as("worlds until %s was noticed", plant).isLessThanOrEqualTo(MOST_SEEDS);
  }
}
