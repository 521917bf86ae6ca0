package dev.carillon.server;

import dev.carillon.postgres.DirectoryLock;
import dev.carillon.postgres.EmbeddedPostgres;
import dev.carillon.server.config.Configuration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * The data directory, held by this process alone, and the database that goes with it.
 *
 * @param directory where it is
 * @param id names this directory for good: whoever holds it takes over from an earlier holder at
 *     once, since that one must be gone
 * @param database where the engine's tables are
 * @param release stops the database if it is the embedded one, and gives the directory free
 */
record DataPlace(Path directory, String id, DatabaseAddress database, Runnable release)
    implements AutoCloseable {

  private static final Pattern UUID_TEXT =
      Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

  /**
   * Takes the directory and, unless the configuration names another database, starts PostgreSQL in
   * it.
   */
  static DataPlace open(Configuration configuration) {
    String url = configuration.dbUrl();
    if (url == null) {
      EmbeddedPostgres postgres = EmbeddedPostgres.start(configuration.data());
      return withId(postgres.dataDirectory(), DatabaseAddress.of(postgres), postgres::close);
    }
    DirectoryLock lock = DirectoryLock.acquireIn(configuration.data());
    return withId(lock.directory(), DatabaseAddress.of(url), lock::close);
  }

  private static DataPlace withId(Path directory, DatabaseAddress database, Runnable release) {
    try {
      return new DataPlace(directory, id(directory.resolve("place")), database, release);
    } catch (IOException e) {
      release.run();
      throw new StartException(
          "Expected to be able to read and write %s, but: %s. Give this user access to it."
              .formatted(directory.resolve("place"), e),
          e);
    }
  }

  /** Reads the id, or makes one. A file cut short by a crash is replaced: it named nobody yet. */
  private static String id(Path file) throws IOException {
    if (Files.exists(file)) {
      String id = Files.readString(file).strip();
      if (UUID_TEXT.matcher(id).matches()) {
        return id;
      }
    }
    String id = UUID.randomUUID().toString();
    Path fresh = file.resolveSibling("place.new");
    Files.writeString(fresh, id + "\n");
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    return id;
  }

  String describe() {
    return "data in %s, PostgreSQL %s".formatted(directory, database.label());
  }

  @Override
  public void close() {
    release.run();
  }
}
