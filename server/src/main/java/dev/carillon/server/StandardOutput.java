package dev.carillon.server;

import java.io.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where standard output goes. */
final class StandardOutput {

  private StandardOutput() {}

  /**
   * Whether what is printed is read by whoever started the program, and not kept as its log: at a
   * terminal, or where standard error goes elsewhere. Where that cannot be found out, it is a log.
   */
  @SuppressWarnings("SystemConsoleNull") // Whether it is null depends on the version of Java.
  static boolean isOwn() {
    Console console = System.console();
    if (console != null && console.isTerminal()) {
      return true;
    }
    try {
      Path output = Files.readSymbolicLink(Path.of("/proc/self/fd/1"));
      Path log = Files.readSymbolicLink(Path.of("/proc/self/fd/2"));
      return !output.equals(log) || output.startsWith("/dev/pts");
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }
}
