package dev.carillon.postgres;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Reads the part of the tar format that PostgreSQL's binaries come in: files, directories, relative
 * symbolic links and GNU long names. Anything else, and anything that would land outside of the
 * target directory, is refused rather than guessed at.
 */
final class TarReader {

  private static final int BLOCK = 512;
  private static final int LONGEST_NAME = 4096;

  private final InputStream in;
  private final Path target;

  private TarReader(InputStream in, Path target) {
    this.in = in;
    this.target = target;
  }

  /** Unpacks the entries whose name is wanted into the target directory. */
  static void extract(InputStream in, Path target, Predicate<String> wanted) throws IOException {
    new TarReader(in, target).extract(wanted);
  }

  private void extract(Predicate<String> wanted) throws IOException {
    String longName = null;
    for (Header header = next(); header != null; header = next()) {
      String name = longName == null ? header.name() : longName;
      longName = null;
      if (header.type() == 'L') {
        longName = longName(header);
      } else if (!wanted.test(name)) {
        in.skipNBytes(padded(header.size()));
      } else {
        unpack(header, inside(name));
      }
    }
  }

  private void unpack(Header header, Path path) throws IOException {
    switch (header.type()) {
      case '0', '\0' -> writeFile(header, path);
      case '5' -> Files.createDirectories(path);
      case '2' -> link(path, header.link());
      default ->
          throw new IOException(
              "Expected a file, directory or symbolic link in the archive, got an entry of type '%c' for %s."
                  .formatted(header.type(), path));
    }
  }

  private void writeFile(Header header, Path path) throws IOException {
    Files.createDirectories(DataDirectory.parentOf(path));
    byte[] buffer = new byte[1 << 16];
    try (OutputStream out = Files.newOutputStream(path)) {
      for (long left = header.size(); left > 0; ) {
        int count = in.readNBytes(buffer, 0, (int) Math.min(left, buffer.length));
        if (count == 0) {
          throw new EOFException("The archive ends in the middle of " + path + ".");
        }
        out.write(buffer, 0, count);
        left -= count;
      }
    }
    in.skipNBytes(padded(header.size()) - header.size());
    Files.setPosixFilePermissions(path, permissions(header.mode()));
  }

  private void link(Path path, String to) throws IOException {
    Path resolved = DataDirectory.parentOf(path).resolve(to).normalize();
    if (!resolved.startsWith(target)) {
      throw new IOException("The archive's link %s leads outside, to %s.".formatted(path, to));
    }
    Files.createDirectories(DataDirectory.parentOf(path));
    Files.createSymbolicLink(path, Path.of(to));
  }

  private Path inside(String name) throws IOException {
    Path path = target.resolve(name).normalize();
    if (!path.startsWith(target)) {
      throw new IOException("The archive's entry %s leads outside.".formatted(name));
    }
    return path;
  }

  private String longName(Header header) throws IOException {
    if (header.size() > LONGEST_NAME) {
      throw new IOException("The archive has a name of %d bytes.".formatted(header.size()));
    }
    byte[] name = in.readNBytes((int) header.size());
    in.skipNBytes(padded(header.size()) - header.size());
    return text(name, 0, name.length);
  }

  /** The next entry's header, or null at the archive's end (a block of zeros). */
  private @Nullable Header next() throws IOException {
    byte[] block = in.readNBytes(BLOCK);
    if (block.length < BLOCK) {
      throw new EOFException("The archive ends without its end mark.");
    }
    if (block[0] == 0) {
      return null;
    }
    requireChecksum(block);
    String prefix = text(block, 345, 155);
    String name = text(block, 0, 100);
    return new Header(
        prefix.isEmpty() ? name : prefix + "/" + name,
        (int) octal(block, 100, 8),
        octal(block, 124, 12),
        (char) block[156],
        text(block, 157, 100));
  }

  private static void requireChecksum(byte[] block) throws IOException {
    long sum = 0;
    for (int i = 0; i < BLOCK; i++) {
      boolean inField = i >= 148 && i < 156;
      sum += inField ? ' ' : block[i] & 0xff;
    }
    if (sum != octal(block, 148, 8)) {
      throw new IOException("The archive is damaged: the checksum of an entry does not match.");
    }
  }

  private static String text(byte[] block, int from, int length) {
    int end = from;
    while (end < from + length && block[end] != 0) {
      end++;
    }
    return new String(block, from, end - from, StandardCharsets.UTF_8);
  }

  private static long octal(byte[] block, int from, int length) throws IOException {
    String digits = text(block, from, length).strip();
    try {
      return digits.isEmpty() ? 0 : Long.parseLong(digits, 8);
    } catch (NumberFormatException e) {
      throw new IOException("The archive is damaged: expected a number, got " + digits + ".", e);
    }
  }

  private static long padded(long size) {
    return (size + BLOCK - 1) / BLOCK * BLOCK;
  }

  /** Readable by everyone, since PostgreSQL may run as another user; writable by us alone. */
  private static Set<PosixFilePermission> permissions(int mode) {
    boolean executable = (mode & 0100) != 0;
    return EnumSet.copyOf(PosixFilePermissions.fromString(executable ? "rwxr-xr-x" : "rw-r--r--"));
  }

  private record Header(String name, int mode, long size, char type, String link) {}
}
