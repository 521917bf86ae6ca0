package dev.carillon.server;

import dev.carillon.postgres.EmbeddedPostgres;
import dev.carillon.postgres.EmbeddedPostgresException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** Runs {@code serve --data DIR --port N}: so far, only the database. */
public final class Main {

  private Main() {}

  public static void main(String[] arguments) throws InterruptedException {
    if (arguments.length == 0 || !arguments[0].equals("serve")) {
      System.err.println("usage: carillon serve [--data DIR] [--port N]");
      System.exit(2);
    }
    Path data = Path.of(option(arguments, "--data", "carillon-data"));
    String port = option(arguments, "--port", "7373");
    try {
      EmbeddedPostgres postgres = EmbeddedPostgres.start(data);
      Runtime.getRuntime().addShutdownHook(new Thread(postgres::close, "stop"));
      System.out.printf("Carillon is ready: port %s, data in %s%n", port, postgres.dataDirectory());
      new CountDownLatch(1).await();
    } catch (EmbeddedPostgresException e) {
      System.err.println(e.getMessage());
      System.exit(1);
    }
  }

  private static String option(String[] arguments, String name, String otherwise) {
    for (int i = 1; i + 1 < arguments.length; i++) {
      if (arguments[i].equals(name)) {
        return arguments[i + 1];
      }
    }
    return otherwise;
  }
}
