package dev.carillon.engine.timing;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CronDescribeTest {

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          * * * * *            | every minute
          */10 * * * *         | every 10 minutes
          */30 * * * *         | every 30 minutes
          */7 * * * *          | every 7 minutes from minute 0
          0 * * * *            | every hour
          5 * * * *            | every hour at minute 5
          5,20 * * * *         | every hour at minutes 5 and 20
          5,20 9-17 * * *      | at minutes 5 and 20 from 09:05 to 17:20 every day
          0 */2 * * *          | every 2 hours
          30 */6 * * *         | every 6 hours at minute 30
          0 */12 * * *         | every 12 hours
          0 9 * * *            | at 09:00 every day
          0 9,17 * * *         | at 09:00 and 17:00 every day
          0,30 9 * * *         | at 09:00 and 09:30 every day
          0 9-17 * * MON-FRI   | every hour from 09:00 to 17:00 on Monday to Friday
          15 9-17 * * *        | every hour from 09:15 to 17:15
          */10 9-17 * * *      | every 10 minutes from 09:00 to 17:50
          */15 2 * * *         | every 15 minutes from 02:00 to 02:45
          * 2 * * *            | every minute from 02:00 to 02:59
          */10 1,5,9 * * *     | every 10 minutes in hours 1, 5 and 9
          7 0,2,3,5,7,11,13 * * * | at minute 7 of hours 0, 2, 3, 5, 7, 11 and 13 every day
          0 9 * * 1-5          | at 09:00 on Monday to Friday
          0 9 * * SAT,SUN      | at 09:00 on Sunday and Saturday
          0 9 * * 5-7          | at 09:00 on Sunday, Friday and Saturday
          0 9 1 * *            | at 09:00 on day 1 of the month
          0 9 1,15 * *         | at 09:00 on days 1 and 15 of the month
          0 9 1-7,20 * *       | at 09:00 on days 1 to 7 and 20 of the month
          0 9 */2 * *          | at 09:00 on every 2nd day from day 1 of the month
          0 9 L * *            | at 09:00 on the last day of the month
          0 9 L-3 * *          | at 09:00 on the day 3 days before the last of the month
          0 9 LW * *           | at 09:00 on the last workday of the month
          0 9 15W * *          | at 09:00 on the workday nearest to day 15 of the month
          0 9 1,L * *          | at 09:00 on day 1 and the last day of the month
          0 9 * * 5L           | at 09:00 on the last Friday of the month
          0 9 * * MON#2        | at 09:00 on the second Monday of the month
          0 9 13 * 5           | at 09:00 on day 13 of the month or on Friday
          0 9 */2 * 1          | at 09:00 on every 2nd day from day 1 of the month, if that is Monday
          0 9 1 1 *            | at 09:00 on day 1 of January
          0 9 L 3,6 *          | at 09:00 on the last day of March and June
          0 9 * 6-8 *          | at 09:00 every day in June to August
          0 9 * 6-8 1          | at 09:00 on Monday in June to August
          0 9 1-31 * 1         | at 09:00 every day
          @hourly              | every hour
          @daily               | at 00:00 every day
          @weekly              | at 00:00 on Sunday
          @yearly              | at 00:00 on day 1 of January
          30 0 9 * * *         | at 09:00:30 every day
          * * * * * *          | every second
          */10 * * * * *       | every 10 seconds
          30 * * * * *         | every minute at second 30
          5,20 * * * * *       | every minute at seconds 5 and 20
          */10 30 9 * * *      | every 10 seconds of minute 30 of hour 9
          """)
  void an_expression_says_what_it_means(String expression, String description) {
    assertThat(Cron.parse(expression, ZoneId.of("UTC")).describe())
        .isEqualTo(description + ", UTC");
  }

  @Test
  void the_zone_is_always_named() {
    assertThat(Cron.parse("0 9 * * 1-5", ZoneId.of("Europe/Berlin")).describe())
        .isEqualTo("at 09:00 on Monday to Friday, Europe/Berlin time");
  }
}
