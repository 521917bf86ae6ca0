package dev.carillon.cli.verbs;

/** The command line makes no sense: exit code 2. */
final class Usage extends RuntimeException {

  Usage(String message) {
    super(message);
  }
}
