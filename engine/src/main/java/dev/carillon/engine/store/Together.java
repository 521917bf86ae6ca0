package dev.carillon.engine.store;

import dev.carillon.engine.store.Database.Binding;
import dev.carillon.engine.store.Database.Tx;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

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

  void send(Tx tx) throws SQLException {
    List<Part> parts = new ArrayList<>(tx.takeOpening().parts);
    parts.addAll(this.parts);
    if (parts.isEmpty()) {
      return;
    }
    String text =
        parts.stream().map(part -> part.sql().positional()).collect(Collectors.joining(";\n"));
    try (PreparedStatement statement = tx.opened().prepareStatement(text)) {
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
