package dev.carillon.engine.store;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A prepared statement whose parameters are set by name. */
public final class Call {

  private final Sql sql;
  private final PreparedStatement statement;

  /** How many parameters come before those of this statement, when several share a text. */
  private final int before;

  Call(Sql sql, PreparedStatement statement) {
    this(sql, statement, 0);
  }

  Call(Sql sql, PreparedStatement statement, int before) {
    this.sql = sql;
    this.statement = statement;
    this.before = before;
  }

  public Call set(String name, Param param) throws SQLException {
    var places = sql.places().get(name);
    if (places == null) {
      throw new IllegalArgumentException(sql.name() + " has no parameter " + name);
    }
    for (int place : places) {
      param.set(statement, before + place);
    }
    return this;
  }

  public ResultSet query() throws SQLException {
    return statement.executeQuery();
  }

  /** Runs all statements of the text, and answers with the last one's rows. */
  ResultSet queryLast() throws SQLException {
    statement.execute();
    while (statement.getMoreResults(Statement.CLOSE_CURRENT_RESULT)) {
      ResultSet rows = statement.getResultSet();
      if (rows != null) {
        return rows;
      }
    }
    throw new SQLException("expected rows of two statements from " + sql.name());
  }

  public int update() throws SQLException {
    return statement.executeUpdate();
  }
}
