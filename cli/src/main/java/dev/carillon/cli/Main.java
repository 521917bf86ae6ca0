package dev.carillon.cli;

import dev.carillon.cli.verbs.Verbs;

/** The entry of the command line. {@code serve} and {@code config} are the server's own. */
public final class Main {

  private Main() {}

  public static void main(String[] arguments) {
    int code = Verbs.run(Surroundings.system(), arguments);
    // Threads of the HTTP client may linger; the work is done.
    System.exit(code);
  }
}
