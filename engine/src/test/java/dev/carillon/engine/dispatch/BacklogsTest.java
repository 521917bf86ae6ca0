package dev.carillon.engine.dispatch;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.engine.store.RunStore.Bookmark;
import dev.carillon.engine.store.RunStore.ReadQuery;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Whose overdue timers are read when. */
class BacklogsTest {

  private final Backlogs backlogs = new Backlogs(100);
  private final Pass first = Pass.of(1, 10, Set.of(0));
  private final Pass second = Pass.of(2, 10, Set.of(0));

  @Test
  void the_sweep_leaves_an_organization_of_which_it_has_read_many() {
    Pass sweep = Pass.sweep(10, Set.of(0));
    sweep.readTo(new Bookmark(7, 3));
    backlogs.swept(sweep, 1, 60);
    backlogs.swept(sweep, 2, 60);
    assertThat(backlogs.orgs()).isEmpty();
    backlogs.swept(sweep, 2, 60);
    assertThat(backlogs.orgs()).containsExactly(2);
    Pass rest = requireNonNull(backlogs.next(_ -> true));
    assertThat(rest.query(5, Set.of()))
        .as("it goes on where the sweep was")
        .isEqualTo(new ReadQuery(Set.of(0), new Bookmark(7, 3), 10, 5, 2, Set.of()));
  }

  @Test
  void what_the_sweep_has_read_to_its_end_is_no_backlog() {
    Pass sweep = Pass.sweep(10, Set.of(0));
    sweep.readTo(null);
    backlogs.swept(sweep, 1, 1_000);
    assertThat(backlogs.orgs()).isEmpty();
  }

  @Test
  void each_sweep_counts_anew() {
    Pass sweep = Pass.sweep(10, Set.of(0));
    backlogs.swept(sweep, 1, 60);
    backlogs.sweep();
    backlogs.swept(sweep, 1, 60);
    assertThat(backlogs.orgs()).isEmpty();
  }

  @Test
  void organizations_take_turns() {
    backlogs.put(1, first);
    backlogs.put(2, second);
    assertThat(backlogs.next(_ -> true)).isSameAs(first);
    assertThat(backlogs.next(_ -> true)).isSameAs(second);
    assertThat(backlogs.next(_ -> true)).isSameAs(first);
  }

  @Test
  void one_without_room_is_passed_by_and_goes_on_when_it_has_room() {
    backlogs.put(1, first);
    backlogs.put(2, second);
    assertThat(backlogs.next(org -> org == 2)).isSameAs(second);
    assertThat(backlogs.next(org -> org == 2)).isSameAs(second);
    assertThat(backlogs.next(_ -> false)).isNull();
    assertThat(backlogs.next(_ -> true)).isSameAs(first);
  }

  @Test
  void the_end_of_a_pass_does_not_end_the_one_that_took_its_place() {
    Pass replacement = Pass.of(1, 20, Set.of(0));
    backlogs.put(1, first);
    backlogs.put(1, replacement);
    backlogs.remove(1, first);
    assertThat(backlogs.orgs()).containsExactly(1);
    assertThat(backlogs.next(_ -> true)).isSameAs(replacement);
    backlogs.remove(1, replacement);
    assertThat(backlogs.orgs()).isEmpty();
  }
}
