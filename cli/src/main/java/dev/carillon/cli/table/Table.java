package dev.carillon.cli.table;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Rows of cells, aligned by the width they have on a screen. */
public final class Table {

  /**
   * @param text what stands there, in one line
   * @param colour put on after the widths are known, since colours take no room
   */
  public record Cell(String text, UnaryOperator<String> colour) {

    public static Cell of(String text) {
      return new Cell(Style.plain(text), UnaryOperator.identity());
    }

    public static Cell of(String text, UnaryOperator<String> colour) {
      return new Cell(Style.plain(text), colour);
    }
  }

  private final String indent;
  private final String gap;
  private final List<List<Cell>> rows = new ArrayList<>();

  public Table(String indent, String gap) {
    this.indent = indent;
    this.gap = gap;
  }

  public Table row(Cell... cells) {
    rows.add(List.of(cells));
    return this;
  }

  /** One line for each row, without blanks at its end. */
  public List<String> lines() {
    List<Integer> widths = new ArrayList<>();
    for (List<Cell> row : rows) {
      for (int i = 0; i < row.size(); i++) {
        int width = DisplayWidth.of(row.get(i).text());
        if (i == widths.size()) {
          widths.add(width);
        } else {
          widths.set(i, Math.max(widths.get(i), width));
        }
      }
    }
    return rows.stream().map(row -> line(row, widths)).toList();
  }

  private String line(List<Cell> row, List<Integer> widths) {
    StringBuilder line = new StringBuilder(indent);
    int owed = 0;
    for (int i = 0; i < row.size(); i++) {
      Cell cell = row.get(i);
      if (!cell.text().isEmpty()) {
        line.repeat(' ', owed).append(cell.colour().apply(cell.text()));
        owed = 0;
      }
      owed += widths.get(i) - DisplayWidth.of(cell.text()) + gap.length();
    }
    return line.toString();
  }
}
