package dev.carillon.engine.store;

import java.sql.SQLException;
import org.jdbi.v3.core.JdbiException;

/** What a failing database looks like to the engine. */
public final class Failures {

  private Failures() {}

  static StoreException of(String doing, SQLException e) {
    return new StoreException(
        "could not %s: %s (SQLSTATE %s)".formatted(doing, e.getMessage(), e.getSQLState()), e);
  }

  static StoreException of(String doing, JdbiException e) {
    for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException sql) {
        return of(doing, sql);
      }
    }
    return new StoreException("could not %s: %s".formatted(doing, e.getMessage()), e);
  }

  /** True when the statement wanted to add what is there already. */
  public static boolean isDuplicate(StoreException e) {
    return e.getCause() instanceof SQLException sql && "23505".equals(sql.getSQLState());
  }
}
