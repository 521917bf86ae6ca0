package dev.carillon.postgres;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/** What PostgreSQL and its helper programs print, appended to one file. */
record ServerLog(Path file) {

  private static final long LARGEST_BYTES = 10L << 20;
  private static final int TAIL_BYTES = 64 << 10;
  private static final int TAIL_LINES = 15;

  /** Keeps one older file, so that the log takes at most twice the limit plus one lifetime. */
  void rotate() {
    try {
      if (size() > LARGEST_BYTES) {
        Files.move(
            file,
            file.resolveSibling(file.getFileName() + ".1"),
            StandardCopyOption.REPLACE_EXISTING);
      }
    } catch (IOException e) {
      throw new EmbeddedPostgresException("Could not rotate " + file + ": " + e, e);
    }
  }

  /** Where the log ends now: what a later failure has to say comes after it. */
  long size() {
    return file.toFile().length();
  }

  String since(long position) {
    try (RandomAccessFile log = new RandomAccessFile(file.toFile(), "r")) {
      long from = Math.max(Math.min(position, log.length()), log.length() - TAIL_BYTES);
      byte[] bytes = new byte[(int) (log.length() - from)];
      log.seek(from);
      log.readFully(bytes);
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "(" + file + " could not be read: " + e + ")";
    }
  }

  /** The last lines since then, for a message. */
  String tailSince(long position) {
    List<String> lines = since(position).lines().toList();
    String tail =
        String.join("\n  ", lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
    return "The last lines of its log, %s:\n  %s".formatted(file, tail.isEmpty() ? "(none)" : tail);
  }
}
