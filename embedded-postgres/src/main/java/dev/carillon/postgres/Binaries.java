package dev.carillon.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import java.util.Objects;
import java.util.Properties;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tukaani.xz.XZInputStream;

/** PostgreSQL's programs, unpacked from the class path into the data directory. */
record Binaries(Path directory) {

  private static final Logger log = LoggerFactory.getLogger(Binaries.class);

  /** Written last, so that a directory without it, or that does not agree with it, is redone. */
  private static final String MARKER = "complete";

  static final String VERSION = version();

  /** The major version, which a cluster on disk must have. */
  static String majorVersion() {
    return VERSION.substring(0, VERSION.indexOf('.'));
  }

  Path program(String name) {
    return directory.resolve("bin").resolve(name);
  }

  /** Unpacks the programs of this machine's kind unless they are there already, and whole. */
  static Binaries unpackedIn(DataDirectory data) {
    Path directory = data.binaries(VERSION);
    try {
      if (!isComplete(directory)) {
        unpack(directory);
      }
    } catch (IOException e) {
      throw new EmbeddedPostgresException(
          ("Expected to unpack PostgreSQL %s into %s, but: %s. Check that the disk has 100 MB free"
               + " and that this user may write there, then start again; what was unpacked so far"
               + " is thrown away by itself.")
              .formatted(VERSION, directory, e),
          e);
    }
    return new Binaries(directory);
  }

  private static void unpack(Path directory) throws IOException {
    String archive = archiveName();
    log.info("Unpacking PostgreSQL {} into {}; this happens once.", VERSION, directory);
    Path fresh = directory.resolveSibling(directory.getFileName() + ".unpacking");
    DataDirectory.deleteTree(fresh);
    Files.createDirectory(fresh);
    Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rwxr-xr-x"));
    try (InputStream packed = Binaries.class.getResourceAsStream("/" + archive)) {
      if (packed == null) {
        throw noBinaries(archive);
      }
      TarReader.extract(new XZInputStream(packed), fresh, Binaries::isWanted);
    }
    Files.writeString(fresh.resolve(MARKER), census(fresh));
    DataDirectory.deleteTree(directory);
    // The rename makes the whole directory appear at once: a kill before it leaves only rubbish
    // under the other name, which the next start removes.
    Files.move(fresh, directory, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Static libraries and build files serve only those who compile against PostgreSQL. */
  private static boolean isWanted(String name) {
    return !name.endsWith(".a") && !name.contains("/pkgconfig/") && !name.contains("/pgxs/");
  }

  /**
   * The files are not forced to disk one by one, which would take longer than unpacking them. The
   * census notices what a power cut took away, and they are unpacked again.
   */
  private static boolean isComplete(Path directory) throws IOException {
    Path marker = directory.resolve(MARKER);
    return Files.isRegularFile(marker) && Files.readString(marker).equals(census(directory));
  }

  private static String census(Path directory) throws IOException {
    long[] filesAndBytes = new long[2];
    Files.walkFileTree(
        directory,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (!file.endsWith(MARKER)) {
              filesAndBytes[0]++;
              filesAndBytes[1] += attributes.isRegularFile() ? attributes.size() : 0;
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return filesAndBytes[0] + " files, " + filesAndBytes[1] + " bytes\n";
  }

  private static String archiveName() {
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String processor = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
    return "postgres-%s-%s.txz"
        .formatted(
            system.startsWith("mac") ? "darwin" : system.startsWith("linux") ? "linux" : system,
            switch (processor) {
              case "amd64", "x86_64" -> "x86_64";
              case "aarch64", "arm64" -> "arm_64";
              default -> processor;
            });
  }

  private static EmbeddedPostgresException noBinaries(String archive) {
    return new EmbeddedPostgresException(
        ("Expected PostgreSQL's programs for this machine (%s, %s) as %s on the class path, but it"
                + " is not there. Run your own PostgreSQL (15 or newer) and give its"
                + " jdbc:postgresql: URL, or build Carillon on this kind of machine.")
            .formatted(System.getProperty("os.name"), System.getProperty("os.arch"), archive));
  }

  private static String version() {
    Properties properties = new Properties();
    try (InputStream in = Binaries.class.getResourceAsStream("postgres-binaries.properties")) {
      properties.load(Objects.requireNonNull(in, "postgres-binaries.properties"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Objects.requireNonNull(properties.getProperty("version"), "version");
  }
}
