package dev.carillon.engine.store;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** A prepared statement whose parameters are set by name. */
public final class Call {

  private final Sql sql;
  private final PreparedStatement statement;

  Call(Sql sql, PreparedStatement statement) {
    this.sql = sql;
    this.statement = statement;
  }

  public Call set(String name, Param param) throws SQLException {
    var places = sql.places().get(name);
    if (places == null) {
      throw new IllegalArgumentException(sql.name() + " has no parameter " + name);
    }
    for (int place : places) {
      param.set(statement, place);
    }
    return this;
  }

  public ResultSet query() throws SQLException {
    return statement.executeQuery();
  }

  public int update() throws SQLException {
    return statement.executeUpdate();
  }
}
