package dev.carillon.cli.verbs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Files that somebody named, and standard input. */
final class Inputs {

  /** What stands for standard input in the place of a file. */
  static final String STANDARD = "-";

  private Inputs() {}

  static String text(Path file) {
    return new String(bytes(file), StandardCharsets.UTF_8);
  }

  static byte[] bytes(Path file) {
    if (Files.isDirectory(file)) {
      throw new Failed("expected a file, but %s is a directory".formatted(file));
    }
    try {
      return Files.readAllBytes(file);
    } catch (NoSuchFileException e) {
      throw new Failed("there is no file %s".formatted(file));
    } catch (AccessDeniedException e) {
      throw new Failed("%s may not be read by you".formatted(file));
    } catch (IOException e) {
      throw new Failed("expected to be able to read %s, but: %s".formatted(file, e.getMessage()));
    }
  }

  static byte[] standard() {
    try {
      return System.in.readAllBytes();
    } catch (IOException e) {
      throw new Failed("expected to be able to read standard input, but: " + e.getMessage());
    }
  }
}
