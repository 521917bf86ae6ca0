package dev.carillon.engine.dispatch;

import dev.carillon.engine.store.RunStore.Bookmark;
import java.util.ArrayList;
import java.util.List;

/**
 * Rows of the agenda whose timers this node moves on, so that it can throw a row away when it has
 * moved the last of them, without the database looking at each timer again. What it does not see to
 * the end, because somebody else moved a timer or memory let go of it, is left to {@link Tidier}.
 */
final class Names {

  /** One row, and how many of the timers it names have not been moved on by this node. */
  static final class Row {

    private final Bookmark at;
    private int left;

    Row(Bookmark at, int size) {
      this.at = at;
      left = size;
    }

    long bucket() {
      return at.bucket();
    }
  }

  private final List<Bookmark> spent = new ArrayList<>();

  /** This node has moved one of the row's timers into another bucket, and it is written. */
  void movedOn(Row row) {
    row.left--;
    if (row.left == 0) {
      spent.add(row.at);
    }
  }

  int spentCount() {
    return spent.size();
  }

  List<Bookmark> takeSpent() {
    List<Bookmark> taken = List.copyOf(spent);
    spent.clear();
    return taken;
  }
}
