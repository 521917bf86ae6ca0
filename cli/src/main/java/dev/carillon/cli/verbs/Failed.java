package dev.carillon.cli.verbs;

/** It was understood, and could not be done: exit code 1. */
final class Failed extends RuntimeException {

  Failed(String message) {
    super(message);
  }
}
