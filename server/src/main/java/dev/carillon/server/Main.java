package dev.carillon.server;

import dev.carillon.server.access.SignInCode;
import dev.carillon.server.config.Configuration;
import dev.carillon.server.config.Printout;
import dev.carillon.server.log.Logging;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** The program's entry: {@code carillon serve} and what tells people about it. */
public final class Main {

  private static final int FAILED = 1;
  private static final int WRONG_USAGE = 2;

  private Main() {}

  public static void main(String[] arguments) throws InterruptedException {
    try {
      switch (Invocation.parse(List.of(arguments), System.getenv())) {
        case Invocation.Help() -> System.out.print(Invocation.USAGE);
        case Invocation.Version() -> System.out.println("Carillon " + version());
        case Invocation.Config(Configuration configuration, boolean json) ->
            System.out.print(json ? Printout.json(configuration) : Printout.table(configuration));
        case Invocation.Serve(Configuration configuration) -> serve(configuration);
      }
    } catch (UsageException e) {
      System.err.println("carillon: " + e.getMessage() + "\n`carillon help` shows what there is.");
      System.exit(WRONG_USAGE);
    }
  }

  private static void serve(Configuration configuration) throws InterruptedException {
    // Before anything logs: the first logger fixes how all of them speak.
    Logging.set(configuration);
    Server server = new Server(configuration);
    Thread stop = new Thread(() -> stop(server), "carillon-stop");
    Runtime.getRuntime().addShutdownHook(stop);
    try {
      server.start();
      System.out.println(server.readyLine());
      if (StandardOutput.isOwn()) {
        System.out.println(
            "Sign in at %s (once, within %d minutes)"
                .formatted(server.signInLink(), SignInCode.LIFE.toMinutes()));
      }
      new CountDownLatch(1).await();
    } catch (StartException e) {
      if (!forget(stop)) {
        // A signal came while we were starting, and its thread ends the process.
        new CountDownLatch(1).await();
      }
      System.err.println("carillon: " + e.getMessage());
      System.exit(FAILED);
    }
  }

  /**
   * Ends the process itself: a JVM ended by SIGTERM would say 143, and a clean stop is no failure.
   * A server that is still starting has nothing to hand back; its PostgreSQL stops when we are
   * gone.
   */
  private static void stop(Server server) {
    if (server.hasStarted()) {
      server.close();
    }
    Runtime.getRuntime().halt(0);
  }

  private static boolean forget(Thread stop) {
    try {
      return Runtime.getRuntime().removeShutdownHook(stop);
    } catch (IllegalStateException e) {
      return false;
    }
  }

  static String version() {
    try (InputStream in = Main.class.getResourceAsStream("version.txt")) {
      return in == null ? "?" : new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      return "?";
    }
  }
}
