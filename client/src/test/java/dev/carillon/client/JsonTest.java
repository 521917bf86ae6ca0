package dev.carillon.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Trees are read by hand, and must be what Jackson's mapper would have made of them. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class JsonTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "true",
        "\"a \\u00e9 \\n\"",
        "0",
        "-2147483649",
        "123456789012345678901234567890",
        "1.50",
        "1E+30",
        "[]",
        "{}",
        "[1,[2,{\"a\":[]}],\"x\"]",
        "{\"b\":1,\"a\":{\"c\":null,\"d\":[true,false]}}",
      })
  void what_is_read_is_written_the_same(String text) {
    assertThat(Json.parse(Json.compact(Json.parse(text)))).isEqualTo(Json.parse(text));
    assertThat(Json.compact(Json.parse(text)).replace("é", "\\u00e9")).isEqualTo(text);
  }

  @Test
  void numbers_are_of_the_kind_that_holds_them() {
    assertThat(Json.parse("2147483647").isInt()).isTrue();
    assertThat(Json.parse("2147483648").isLong()).isTrue();
    assertThat(Json.parse("9223372036854775808").isBigInteger()).isTrue();
    assertThat(Json.parse("0.1").isBigDecimal()).isTrue();
  }

  @Test
  void of_two_values_with_the_same_name_the_last_counts() {
    assertThat(Json.parse("{\"a\":1,\"a\":2}").get("a").intValue()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "{", "[1", "{\"a\"}", "{\"a\":}", "[1,]", "tru", "1 2", "{} {}"})
  void what_is_no_json_or_more_than_one_is_refused(String text) {
    assertThatThrownBy(() -> Json.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("expected");
  }

  @Test
  void nesting_without_end_is_refused_before_the_stack_is_used_up() {
    assertThatThrownBy(() -> Json.parse("[".repeat(100_000)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
