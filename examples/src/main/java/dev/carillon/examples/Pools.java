package dev.carillon.examples;

import com.zaxxer.hikari.HikariDataSource;
import dev.carillon.postgres.EmbeddedPostgres;

/** Connections to a database; in a program of yours, this is the pool you have already. */
final class Pools {

  private Pools() {}

  static HikariDataSource on(EmbeddedPostgres postgres) {
    HikariDataSource pool = new HikariDataSource();
    pool.setJdbcUrl(postgres.jdbcUrl());
    pool.setUsername(postgres.user());
    pool.setPassword(postgres.password());
    return pool;
  }
}
