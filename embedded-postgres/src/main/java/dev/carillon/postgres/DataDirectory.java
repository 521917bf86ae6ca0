package dev.carillon.postgres;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/** The names of everything we keep under the data directory, and the file habits they share. */
record DataDirectory(Path root) {

  /** Makes the directory, for its owner only, and resolves links so that paths compare as text. */
  static DataDirectory create(Path directory) {
    try {
      if (!Files.isDirectory(directory)) {
        Path parent = directory.toAbsolutePath().getParent();
        if (parent != null) {
          Files.createDirectories(parent);
        }
        Files.createDirectory(
            directory,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      }
      return new DataDirectory(directory.toRealPath());
    } catch (IOException e) {
      throw new EmbeddedPostgresException(
          ("Expected to be able to make the data directory %s, but: %s. Choose another directory"
                  + " or give this user write access to it.")
              .formatted(directory.toAbsolutePath(), e),
          e);
    }
  }

  Path lock() {
    return root.resolve("carillon.lock");
  }

  Path password() {
    return root.resolve("postgres.password");
  }

  Path log() {
    return root.resolve("postgres.log");
  }

  /** Holds the process id of the watchdog, for the start after a crash. */
  Path watchdog() {
    return root.resolve("postgres.watchdog");
  }

  /** What PostgreSQL calls PGDATA. */
  Path cluster() {
    return root.resolve("postgres");
  }

  Path binaries(String version) {
    return root.resolve("postgres-" + version);
  }

  /**
   * Replaces a file so that a crash leaves the old or the new content, never a part: written beside
   * it, forced to disk, renamed over it.
   */
  static void replace(Path file, String content) throws IOException {
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(fresh);
    Files.createFile(
        fresh, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(fresh, content);
    force(fresh);
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    force(parentOf(file));
  }

  /** Forces a file, or a directory's list of names, to disk. */
  static void force(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  static Path parentOf(Path path) {
    Path parent = path.toAbsolutePath().getParent();
    return parent == null ? path.toAbsolutePath() : parent;
  }

  static void deleteTree(Path tree) throws IOException {
    if (!Files.exists(tree, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    Files.walkFileTree(
        tree,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
              throws IOException {
            Files.delete(directory);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
