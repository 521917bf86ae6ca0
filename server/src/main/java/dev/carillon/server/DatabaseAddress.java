package dev.carillon.server;

import dev.carillon.postgres.EmbeddedPostgres;
import org.jspecify.annotations.Nullable;

/**
 * Where a database is and how to get in.
 *
 * @param label what people may see of it: no password
 */
record DatabaseAddress(String url, @Nullable String user, @Nullable String password, String label) {

  static DatabaseAddress of(EmbeddedPostgres postgres) {
    return new DatabaseAddress(
        postgres.jdbcUrl(),
        postgres.user(),
        postgres.password(),
        EmbeddedPostgres.majorVersion() + " embedded");
  }

  /** Behind the question mark, and before an at sign, there may be a password. */
  static DatabaseAddress of(String url) {
    String label =
        url.replaceFirst("\\?.*", "")
            .replaceFirst("^jdbc:postgresql:(//)?", "")
            .replaceFirst(".*@", "");
    return new DatabaseAddress(url, null, null, "at " + (label.isEmpty() ? "localhost" : label));
  }

  @Override
  public String toString() {
    return label;
  }
}
