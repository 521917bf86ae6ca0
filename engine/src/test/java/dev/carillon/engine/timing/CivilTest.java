package dev.carillon.engine.timing;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import org.junit.jupiter.api.Test;

class CivilTest {

  @Test
  void every_day_of_ten_thousand_years_is_the_one_java_time_knows() {
    long last = LocalDate.of(9999, 12, 31).toEpochDay();
    for (long day = LocalDate.of(0, 12, 1).toEpochDay(); day <= last; day++) {
      var date = LocalDate.ofEpochDay(day);
      int civil = Civil.date(day);
      boolean same =
          Civil.year(civil) == date.getYear()
              && Civil.month(civil) == date.getMonthValue()
              && Civil.day(civil) == date.getDayOfMonth()
              && Civil.weekday(day) == date.getDayOfWeek().getValue() % 7
              && Civil.epochDay(date.getYear(), date.getMonthValue(), date.getDayOfMonth()) == day
              && Civil.lengthOfMonth(date.getYear(), date.getMonthValue()) == date.lengthOfMonth();
      assertThat(same).as(date.toString()).isTrue();
    }
  }
}
