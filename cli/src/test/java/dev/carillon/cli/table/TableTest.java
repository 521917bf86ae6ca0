package dev.carillon.cli.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.cli.table.Table.Cell;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class TableTest {

  @ParameterizedTest
  @CsvSource({"abc,3", "✅,2", "⏸️,2", "日本,4", "é,1", "e\u0301,1", "👩‍💻,2", "…,1"})
  void width_is_what_a_screen_shows(String text, int columns) {
    assertThat(DisplayWidth.of(text)).isEqualTo(columns);
  }

  @Test
  void columns_are_aligned_by_the_width_on_a_screen() {
    Table table =
        new Table("  ", "  ")
            .row(Cell.of("✅"), Cell.of("日本"), Cell.of("x"))
            .row(Cell.of("⏸️"), Cell.of("ab"), Cell.of("y"))
            .row(Cell.of(""), Cell.of("abcd"), Cell.of(""));
    assertThat(table.lines()).containsExactly("  ✅  日本  x", "  ⏸️  ab    y", "      abcd");
  }

  @Test
  void colours_take_no_room_and_are_absent_in_a_pipe() {
    Style colours = new Style(true);
    Table table =
        new Table("", " ")
            .row(Cell.of("a", colours::bad), Cell.of("b"))
            .row(Cell.of("aa"), Cell.of("b"));
    assertThat(table.lines()).containsExactly("\033[31ma\033[0m  b", "aa b");
    assertThat(new Style(false).bad("a")).isEqualTo("a");
  }

  @Test
  void long_texts_are_cut_and_foreign_ones_cannot_drive_the_terminal() {
    assertThat(DisplayWidth.cut("abcdef", 4)).isEqualTo("abc…");
    assertThat(DisplayWidth.cut("日本日本", 5)).isEqualTo("日本…");
    assertThat(DisplayWidth.cut("abcd", 4)).isEqualTo("abcd");
    assertThat(Style.plain("a\033[2Jb\nc\u009bd")).isEqualTo("a [2Jb c d");
  }
}
