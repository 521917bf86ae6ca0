package dev.carillon.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class NoticeTest {

  private static final UUID SCHEDULE = new UUID(1, 2);

  static List<Notice> notices() {
    return List.of(
        new Notice.ScheduleChanged(17, SCHEDULE),
        new Notice.RunAsked(17, 3, SCHEDULE, new UUID(3, 4)),
        new Notice.ManyChanged(),
        new Notice.CancelAsked(4),
        new Notice.NodesChanged());
  }

  @ParameterizedTest
  @MethodSource("notices")
  void is_understood_as_it_was_meant(Notice notice) {
    assertThat(Notice.decode(notice.encode())).isEqualTo(notice);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "x:1", "s:17", "s:a:b", "r:17:3:00000000-0000-0001-0000-000000000002"})
  void that_another_version_writes_is_passed_over(String text) {
    assertThat(Notice.decode(text)).isNull();
  }

  @Test
  void of_many_runs_asked_for_at_once_is_one() {
    List<Notice> notices = new ArrayList<>();
    for (int i = 0; i <= Notice.MOST_CHANGED_BY_NAME; i++) {
      UUID schedule = new UUID(1, i);
      notices.add(new Notice.RunAsked(1, 1, schedule, new UUID(2, i)));
      notices.add(new Notice.ScheduleChanged(1, schedule));
    }

    assertThat(Notice.condensed(notices)).containsExactly(new Notice.ManyChanged());
  }

  @Test
  void of_a_run_asked_for_comes_before_that_of_the_change() {
    Notice changed = new Notice.ScheduleChanged(1, SCHEDULE);
    Notice asked = new Notice.RunAsked(1, 1, SCHEDULE, new UUID(2, 1));

    assertThat(Notice.condensed(List.of(changed, asked))).containsExactly(asked, changed);
  }
}
