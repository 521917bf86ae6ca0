package dev.carillon.postgres;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One Carillon per data directory. The kernel holds the lock for the life of the process, so it is
 * gone the moment the process is, however that ended; the process id inside is only for the message
 * to the second one.
 */
public final class DirectoryLock implements AutoCloseable {

  /**
   * POSIX drops all of a process's locks on a file when the process closes <em>any</em> descriptor
   * of it. So this JVM must not open a lock file a second time while it holds it: it is looked up
   * here first.
   */
  private static final Set<Path> HELD = new HashSet<>();

  /** Never closed, for the same reason: another class loader of this JVM holds the lock. */
  private static final List<FileChannel> KEPT_OPEN = new ArrayList<>();

  private final Path file;
  private final FileChannel channel;

  private DirectoryLock(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * Takes a data directory for this process, and makes it if there is none.
   *
   * @throws EmbeddedPostgresException if another process has it, or if it cannot be made
   */
  public static DirectoryLock acquireIn(Path directory) {
    return acquire(DataDirectory.create(directory).lock());
  }

  static DirectoryLock acquire(Path file) {
    synchronized (HELD) {
      if (HELD.contains(file)) {
        throw inUse(file, "this process, pid " + ProcessHandle.current().pid());
      }
      FileChannel channel = lockedChannel(file);
      HELD.add(file);
      return new DirectoryLock(file, channel);
    }
  }

  private static FileChannel lockedChannel(Path file) {
    FileChannel channel = null;
    try {
      channel =
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
      @Nullable FileLock lock = channel.tryLock();
      if (lock == null) {
        String holder = Files.readString(file).strip();
        channel.close();
        throw inUse(file, holder.isEmpty() ? "another process" : "process " + holder);
      }
      channel.truncate(0);
      channel.write(
          ByteBuffer.wrap(
              (ProcessHandle.current().pid() + "\n").getBytes(StandardCharsets.US_ASCII)),
          0);
      return channel;
    } catch (OverlappingFileLockException e) {
      KEPT_OPEN.add(Objects.requireNonNull(channel));
      throw inUse(file, "this process, pid " + ProcessHandle.current().pid());
    } catch (IOException e) {
      throw new EmbeddedPostgresException(
          "Expected to be able to lock %s, but: %s. Give this user write access to its directory."
              .formatted(file, e),
          e);
    }
  }

  private static EmbeddedPostgresException inUse(Path file, String holder) {
    return new EmbeddedPostgresException(
        ("The data directory %s is already in use by %s, which holds %s. One Carillon runs on a"
                + " data directory: stop that one first, or give this one a directory of its own.")
            .formatted(DataDirectory.parentOf(file), holder, file));
  }

  /** The directory, with links resolved. */
  public Path directory() {
    return DataDirectory.parentOf(file);
  }

  /** The file stays: removing it would let a third process lock a new file beside the second. */
  @Override
  public void close() {
    synchronized (HELD) {
      HELD.remove(file);
      try {
        channel.close();
      } catch (IOException e) {
        throw new EmbeddedPostgresException("Could not release " + file + ": " + e, e);
      }
    }
  }
}
