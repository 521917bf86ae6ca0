package dev.carillon.engine.timing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Instant;
import java.time.ZoneId;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CronRefusalTest {

  private static final ZoneId UTC = ZoneId.of("UTC");

  private static TimingException refusal(String expression) {
    var refusal = catchThrowableOfType(TimingException.class, () -> Cron.parse(expression, UTC));
    assertThat(refusal).as("refusal of " + expression).isNotNull();
    assertThat(refusal.fix()).isNotBlank();
    assertThat(refusal.expected()).isNotBlank();
    return refusal;
  }

  @ParameterizedTest(name = "[{0}] {3}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          60 * * * *       | out_of_range  | 1 | minute must be 0–59, got 60
          0 24 * * *       | out_of_range  | 3 | hour must be 0–23, got 24
          * 24 * * *       | out_of_range  | 3 | hour must be 0–23, got 24
          60 * * * * *     | out_of_range  | 1 | second must be 0–59, got 60
          0 0 0 * *        | out_of_range  | 5 | day of month must be 1–31, got 0
          0 0 32 * *       | out_of_range  | 5 | day of month must be 1–31, got 32
          0 0 1 0 *        | out_of_range  | 7 | month must be 1–12, got 0
          0 0 1 13 *       | out_of_range  | 7 | month must be 1–12, got 13
          0 0 * * 8        | out_of_range  | 9 | day of week must be 0–7, got 8
          9999999999 * * * * | out_of_range | 1 | minute must be 0–59, got 9999999999
          -1 * * * *       | out_of_range  | 1 | minute must be 0–59, got -1
          1,2,99 * * * *   | out_of_range  | 5 | minute must be 0–59, got 99
          0 0 * * MON#6    | out_of_range  | 13 | day of week: week of the month must be 1–5, got "6"
          0 0 * * MON#     | out_of_range  | 13 | day of week: week of the month must be 1–5, got nothing
          0 0 L-31 * *     | out_of_range  | 7 | day of month: days before the last must be 1–30, got "31"
          0 0 L-3W * *     | out_of_range  | 7 | day of month: days before the last must be 1–30, got "3W"
          */0 * * * *      | bad_step      | 3 | minute: step must be 1–60, got "0"
          */61 * * * *     | bad_step      | 3 | minute: step must be 1–60, got "61"
          */-1 * * * *     | bad_step      | 3 | minute: step must be 1–60, got "-1"
          */ * * * *       | bad_step      | 3 | minute: step must be 1–60, got nothing
          0 */25 * * *     | bad_step      | 5 | hour: step must be 1–24, got "25"
          0 0 * * */8      | bad_step      | 11 | day of week: step must be 1–7, got "8"
          1/2/3 * * * *    | bad_step      | 1 | minute: one step is allowed, got 1/2/3
          5-1 * * * *      | bad_range     | 1 | minute: a range must ascend, got 5-1
          0 0 * * 5-1      | bad_range     | 9 | day of week: a range must ascend, got 5-1
          0 0 * * 7-1      | bad_range     | 9 | day of week: a range must ascend, got 7-1
          1- * * * *       | bad_range     | 1 | minute: a range has two ends, got 1-
          1-2-3 * * * *    | bad_range     | 1 | minute: a range has two ends, got 1-2-3
          1,,2 * * * *     | empty_entry   | 1 | minute: the list "1,,2" has an empty entry
          ,1 * * * *       | empty_entry   | 1 | minute: the list ",1" has an empty entry
          1, * * * *       | empty_entry   | 1 | minute: the list "1," has an empty entry
          L * * * *        | wrong_field   | 1 | minute cannot use L
          0 L * * *        | wrong_field   | 3 | hour cannot use L
          0 0 * 5L *       | wrong_field   | 7 | month cannot use L
          W * * * *        | wrong_field   | 1 | minute cannot use W
          0 15W * * *      | wrong_field   | 3 | hour cannot use W
          0 0 * * 15W      | wrong_field   | 9 | day of week cannot use W
          0 0 * * LW       | wrong_field   | 9 | day of week cannot use LW
          0 0 1#2 * *      | wrong_field   | 5 | day of month cannot use #
          ? * * * *        | wrong_field   | 1 | minute cannot use ?
          0 0 * ? *        | wrong_field   | 7 | month cannot use ?
          0 0 * * L        | not_a_value   | 9 | day of week: L needs a weekday before it
          0 0 W * *        | not_a_value   | 5 | day of month: W needs a day before it
          0 0 * * #5       | not_a_value   | 9 | day of week: # needs a weekday before it
          0 0 * * MON-FRI#2 | not_a_value  | 9 | day of week must be 0–7, got "MON-FRI"
          0 0 1 JANUARY *  | not_a_value   | 7 | month must be 1–12, got "JANUARY"
          0 0 * * Monday   | not_a_value   | 9 | day of week must be 0–7, got "Monday"
          0 0 * * MOO      | not_a_value   | 9 | day of week must be 0–7, got "MOO"
          H H * * *        | not_a_value   | 1 | minute: H is a Jenkins extension that is not known here
          1.5 * * * *      | not_a_value   | 1 | minute must be 0–59, got "1.5"
          MON * * * *      | not_a_value   | 1 | minute must be 0–59, got "MON"
          ** * * * *       | not_a_value   | 1 | minute must be 0–59, got "**"
          *-5 * * * *      | not_a_value   | 1 | minute must be 0–59, got "*"
          0 0 30 2 *       | never_fires   | 5 | this expression can never fire: no month it allows has that day
          0 0 31 2 *       | never_fires   | 5 | this expression can never fire: no month it allows has that day
          0 0 31 4,6,9,11 * | never_fires  | 5 | this expression can never fire: no month it allows has that day
          0 0 L-29 2 *     | never_fires   | 5 | this expression can never fire: no month it allows has that day
          0 0 0 30 2 *     | never_fires   | 7 | this expression can never fire: no month it allows has that day
          @reboot          | unknown_macro | 1 | @reboot is not known here
          @every 1s        | unknown_macro | 1 | @every is not known here
          @dayly           | unknown_macro | 1 | @dayly is not known here
          @daily 5         | unknown_macro | 1 | @daily takes nothing after it
          * * * *          | field_count   | 0 | a cron expression has 5 fields, or 6 with seconds first; got 4
          * * * * * * *    | field_count   | 0 | a cron expression has 5 fields, or 6 with seconds first; got 7
          1                | field_count   | 0 | a cron expression has 5 fields, or 6 with seconds first; got 1
          """)
  void a_malformed_expression_is_refused_with_its_place(
      String expression, String code, int column, String message) {
    var refusal = refusal(expression);

    assertThat(refusal).hasMessage(message);
    assertThat(refusal.code()).isEqualTo("timing.cron." + code);
    assertThat(refusal.column()).isEqualTo(column);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "   \t "})
  void nothing_is_refused_as_empty(String expression) {
    assertThat(refusal(expression).code()).isEqualTo("timing.cron.empty");
  }

  @ParameterizedTest(name = "column {1}: {2}")
  @CsvSource({
    "0 \u0663 * * *, 3, U+0663",
    "0\u00A09 * * *, 2, U+00A0",
    "0 9 * *\u0000 *, 8, U+0000",
    "'0 9 * * *\n', 10, U+000A",
    "0 9 * * \u2013, 9, U+2013",
    "0 9 * * \uD83D\uDD14, 9, U+1F514",
    "\uFEFF0 9 * * *, 1, U+FEFF"
  })
  void a_character_beyond_ascii_is_refused_with_its_column(
      String expression, int column, String name) {
    var refusal = refusal(expression);

    assertThat(refusal.code()).isEqualTo("timing.cron.bad_character");
    assertThat(refusal.column()).isEqualTo(column);
    assertThat(refusal.got()).isEqualTo(name);
    assertThat(refusal.pointer()).matches("[ -~\\uFFFD]+\n *\\^");
  }

  @Test
  @Timeout(60)
  void ten_megabytes_cost_nothing() {
    var refusal = refusal("1,".repeat(5_000_000));

    assertThat(refusal.code()).isEqualTo("timing.cron.too_long");
    assertThat(refusal).hasMessage("a cron expression has at most 256 characters, got 10000000");
    assertThat(refusal.got()).hasSizeLessThan(100);
    assertThat(refusal.pointer()).hasSizeLessThan(200);
  }

  @Test
  void a_refusal_names_every_part() {
    var refusal = refusal("0 24 * * *");

    assertThat(refusal.code()).isEqualTo("timing.cron.out_of_range");
    assertThat(refusal.field()).isEqualTo("hour");
    assertThat(refusal.column()).isEqualTo(3);
    assertThat(refusal.got()).isEqualTo("24");
    assertThat(refusal.expected()).isEqualTo("0–23");
    assertThat(refusal.fix()).isEqualTo("Use 0 for midnight.");
    assertThat(refusal.pointer()).isEqualTo("0 24 * * *\n  ^^");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0 0 1 JANUARY *  | Use the three-letter name JAN.
          0 0 * * tues     | Use the three-letter name TUE.
          0 0 * * 5-1      | Use 5-6,0-1 to go past the end.
          0 0 * * 7-1      | Use 0-1 to go past the end.
          50-10 * * * *    | Use 50-59,0-10 to go past the end.
          0 22-4 * * *     | Use 22-23,0-4 to go past the end.
          @every 1s        | Use an interval instead of cron: interval_seconds, or --every on the command line.
          @dayly           | Did you mean @daily?
          @daily 5         | Write @daily alone.
          H H * * *        | Use a number here, and jitter_seconds to spread the starts.
          * * * * * * *    | Remove the year field, and use start_at and end_at instead.
          0 0 30 2 *       | Use L for the last day of the month, whatever its length.
          """)
  void a_refusal_says_what_to_do(String expression, String fix) {
    assertThat(refusal(expression).fix()).isEqualTo(fix);
  }

  @Test
  void carets_line_up_behind_tabs_and_leading_spaces() {
    assertThat(refusal("  0\t24 * * *").pointer()).isEqualTo("  0 24 * * *\n    ^^");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "* * * * *",
        "* * * * * *",
        "0\t9\t*\t*\t*",
        "  0 9 * * *  ",
        "0 0 29 2 *",
        "0 0 L 2 *",
        "0 0 15W * *",
        "0 0 LW * ?",
        "0 0 ? * ?",
        "0 0 * * sun",
        "0 0 * * Sun,mON",
        "0 0 * * SUN-SAT",
        "0 0 * * FRI-SUN",
        "0 0 * * 5-7",
        "0 0 * * 0-7",
        "0 0 * * FRIL",
        "0 0 * * 5L",
        "0 0 * * 7L",
        "0 0 * * MON#5",
        "*/60 */24 */31 */12 */7",
        "007 09 * * *",
        "@yearly",
        "@annually",
        "@monthly",
        "@weekly",
        "@daily",
        "@midnight",
        "@hourly",
        "@Daily",
        " @daily "
      })
  void a_sound_expression_is_accepted_and_kept_as_given(String expression) {
    assertThatCode(() -> Cron.parse(expression, UTC)).doesNotThrowAnyException();
    assertThat(Cron.parse(expression, UTC).expression()).isEqualTo(expression);
  }

  @Test
  @Timeout(180)
  void garbage_is_refused_or_accepted_but_never_worse() {
    var alphabet = "0123456789 */,-?#@LWH\tMONJAN\u0000\u0663\u00A0";
    var random = new Random(7);
    for (int i = 0; i < 200_000; i++) {
      var text = new StringBuilder();
      int length = random.nextInt(24);
      for (int j = 0; j < length; j++) {
        text.append(alphabet.charAt(random.nextInt(alphabet.length())));
      }
      try {
        assertThat(Cron.parse(text.toString(), UTC).next(Instant.EPOCH)).isNotNull();
      } catch (TimingException refused) {
        assertThat(refused.pointer()).contains("\n");
      }
    }
  }
}
