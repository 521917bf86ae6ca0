package dev.carillon.engine.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** When a pass over history is worth its while. */
class SurplusTest {

  private static final int ALL = 64;

  private final Surplus surplus = new Surplus();

  @Test
  void nothing_is_worth_a_pass_while_no_history_is_full() {
    assertThat(surplus.isWorthAPass(ALL, ALL)).isFalse();
    surplus.passed(10_000_000, 0);
    assertThat(surplus.isWorthAPass(ALL, ALL)).isFalse();
  }

  @Test
  void a_thousand_rows_too_many_are() {
    add(999);
    assertThat(surplus.isWorthAPass(ALL, ALL)).isFalse();
    add(1);
    assertThat(surplus.isWorthAPass(ALL, ALL)).isTrue();
  }

  @Test
  void of_a_large_history_it_takes_a_fifth() {
    surplus.passed(1_100_000, 100_000);
    add(199_999);
    assertThat(surplus.isWorthAPass(ALL, ALL)).isFalse();
    add(1);
    assertThat(surplus.isWorthAPass(ALL, ALL)).isTrue();
  }

  @Test
  void a_node_that_owns_a_quarter_takes_the_others_to_be_as_busy() {
    add(249);
    assertThat(surplus.isWorthAPass(ALL / 4, ALL)).isFalse();
    add(1);
    assertThat(surplus.isWorthAPass(ALL / 4, ALL)).isTrue();
  }

  @Test
  void what_came_during_a_pass_counts_for_the_next() {
    add(5_000);
    surplus.passed(4_000, 3_500);
    assertThat(surplus.isWorthAPass(ALL, ALL)).isTrue();
  }

  @Test
  void a_pass_that_has_found_all_leaves_what_came_meanwhile() {
    surplus.passed(1_000_000, 0);
    add(250_000);
    assertThat(surplus.ofAll(ALL, ALL)).isEqualTo(250_000);
    add(199_999);
    surplus.found(260_000, 250_000);
    assertThat(surplus.isWorthAPass(ALL, ALL)).isFalse();
    add(1);
    assertThat(surplus.isWorthAPass(ALL, ALL)).isTrue();
  }

  @Test
  void a_pass_that_looked_far_is_not_begun_again_for_little() {
    add(1_000);
    surplus.found(1_001_000, 1_000);
    add(199_999);
    assertThat(surplus.isWorthAPass(ALL, ALL)).isFalse();
    add(1);
    assertThat(surplus.isWorthAPass(ALL, ALL)).isTrue();
  }

  @Test
  void a_node_that_owns_a_quarter_looks_for_four_times_what_it_knows_of() {
    add(1_000);
    assertThat(surplus.ofAll(ALL / 4, ALL)).isEqualTo(4_000);
  }

  @Test
  void a_pass_that_finds_little_is_not_begun_again_for_the_same_rows() {
    add(5_000);
    surplus.passed(6_000, 10);
    assertThat(surplus.isWorthAPass(ALL, ALL)).isFalse();
  }

  private void add(int rows) {
    for (int i = 0; i < rows; i++) {
      surplus.oneMore();
    }
  }
}
