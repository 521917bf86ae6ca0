package dev.carillon.engine.store;

import dev.carillon.engine.store.Database.Binding;
import dev.carillon.engine.store.Database.Tx;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Statements that go to the database in one message and are carried out one after the other: a
 * round trip for all of them instead of one for each.
 */
final class Together {

  /** What is done with one statement's rows. */
  interface Reading {
    void read(ResultSet rows) throws SQLException;
  }

  /** What is done with the number of rows that one statement wrote. */
  interface Counting {
    void count(int rows);
  }

  private record Part(Sql sql, Binding binding, Reading reading, Counting counting) {}

  /**
   * As many as the driver keeps prepared statements of; there are about as many ways to combine.
   */
  private static final int TEXTS_KEPT = 256;

  private static final Map<List<String>, String> TEXTS = new ConcurrentHashMap<>();

  private final List<Part> parts = new ArrayList<>();

  boolean isEmpty() {
    return parts.isEmpty();
  }

  Together read(Sql sql, Binding binding, Reading reading) {
    parts.add(new Part(sql, binding, reading, _ -> {}));
    return this;
  }

  Together write(Sql sql, Binding binding, Counting counting) {
    parts.add(new Part(sql, binding, _ -> {}, counting));
    return this;
  }

  Together write(Sql sql, Binding binding) {
    return write(sql, binding, _ -> {});
  }

  /**
   * The same text for the same statements, so that the driver need not compare it by the letter.
   */
  private static String text(List<Part> parts) {
    List<String> texts = new ArrayList<>(parts.size());
    parts.forEach(part -> texts.add(part.sql().positional()));
    String known = TEXTS.get(texts);
    if (known != null) {
      return known;
    }
    String text = String.join(";\n", texts);
    if (TEXTS.size() < TEXTS_KEPT) {
      TEXTS.put(texts, text);
    }
    return text;
  }

  void send(Tx tx) throws SQLException {
    List<Part> parts = new ArrayList<>(tx.takeOpening().parts);
    parts.addAll(this.parts);
    if (parts.isEmpty()) {
      return;
    }
    try (PreparedStatement statement = tx.opened().prepareStatement(text(parts))) {
      int parameters = 0;
      for (Part part : parts) {
        Call call = new Call(part.sql(), statement, parameters);
        if (part.sql().places().containsKey("now")) {
          call.set("now", tx.database().now());
        }
        part.binding().bind(call);
        parameters += part.sql().parameters();
      }
      statement.execute();
      for (Part part : parts) {
        ResultSet rows = statement.getResultSet();
        if (rows == null) {
          part.counting().count(statement.getUpdateCount());
        } else {
          part.reading().read(rows);
        }
        statement.getMoreResults(Statement.CLOSE_CURRENT_RESULT);
      }
    }
  }
}
