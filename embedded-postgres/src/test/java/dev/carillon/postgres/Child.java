package dev.carillon.postgres;

import java.io.IOException;
import java.nio.file.Path;

/** The program that tests run as a process of its own, to kill it. */
final class Child {

  private Child() {}

  /**
   * Starts PostgreSQL and says so in one line; then says, for each byte it reads, which process
   * watches it. It closes PostgreSQL when its standard input ends.
   */
  public static void main(String[] arguments) throws IOException {
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start(Path.of(arguments[0]))) {
      System.out.printf(
          "ready %d %d %d %s%n",
          postgres.port(), postgres.postmasterPid(), postgres.watchdogPid(), postgres.password());
      while (System.in.read() >= 0) {
        System.out.println(postgres.watchdogPid());
      }
    } catch (EmbeddedPostgresException e) {
      System.out.println("failed " + e.getMessage().replace('\n', ' '));
    }
    System.out.println("closed");
  }
}
