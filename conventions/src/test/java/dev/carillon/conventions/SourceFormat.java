package dev.carillon.conventions;

import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import com.google.googlejavaformat.java.RemoveUnusedImports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Holds every Java file of the repository against google-java-format.
 *
 * <p>It runs as a test and not as a Maven plugin because the formatter needs a JDK 21 or newer, and
 * Maven itself may run on 17: tests run on the selected toolchain.
 */
final class SourceFormat {

  private final Formatter formatter = new Formatter();

  /** The files that are not formatted; with {@code write}, they are rewritten first. */
  List<Path> check(Path root, boolean write) throws IOException {
    List<Path> unformatted = new ArrayList<>();
    for (Path file : javaFiles(root)) {
      String source = Files.readString(file);
      String formatted = format(file, source);
      if (!formatted.equals(source)) {
        unformatted.add(root.relativize(file));
        if (write) {
          Files.writeString(file, formatted);
        }
      }
    }
    return unformatted;
  }

  private String format(Path file, String source) {
    try {
      return formatter.formatSourceAndFixImports(RemoveUnusedImports.removeUnusedImports(source));
    } catch (FormatterException e) {
      throw new IllegalStateException(file + " does not parse: " + e.getMessage(), e);
    }
  }

  private static List<Path> javaFiles(Path root) throws IOException {
    try (var paths = Files.walk(root)) {
      return paths
          .filter(path -> path.toString().endsWith(".java"))
          .filter(path -> !isBuildOutput(root.relativize(path)))
          .sorted()
          .toList();
    }
  }

  /** Only a module's own directory of that name; a package may be called target. */
  private static boolean isBuildOutput(Path file) {
    return file.getNameCount() > 2 && file.getName(1).toString().equals("target");
  }
}
