package dev.carillon.postgres;

import com.sun.security.auth.module.UnixSystem;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * As whom PostgreSQL runs. It refuses to run as root, so that root needs a way around: a user
 * namespace, in which root is nobody and yet its files stay root's, or else another user, to whom
 * the cluster then belongs.
 *
 * <p>The owner of an existing cluster decides, so that its files never have two owners.
 */
record RunAs(List<String> prefix, @Nullable Owner owner) {

  private static final Logger log = LoggerFactory.getLogger(RunAs.class);
  private static final Duration PROBE = Duration.ofSeconds(10);

  /** A user as the file system knows it. */
  record Owner(int uid, int gid) {}

  static RunAs ourselves() {
    return new RunAs(List.of(), null);
  }

  List<String> command(List<String> command) {
    return Stream.concat(prefix.stream(), command.stream()).toList();
  }

  /** Tries the ways in order, and takes the first under which PostgreSQL's program runs. */
  static RunAs choose(DataDirectory data, Binaries binaries, ServerLog serverLog) {
    if (new UnixSystem().getUid() != 0) {
      return ourselves();
    }
    long before = serverLog.size();
    for (RunAs way : ways(data)) {
      if (way.runs(binaries, serverLog, data)) {
        log.info("PostgreSQL refuses to run as root; it runs through: {}", way.prefix);
        return way;
      }
    }
    throw new EmbeddedPostgresException(
        ("PostgreSQL refuses to run as root, and neither a user namespace (unshare -U) nor another"
             + " user (setpriv) could run %s. Start Carillon as an ordinary user, or put the data"
             + " directory where the user \"postgres\" or \"nobody\" may go. %s")
            .formatted(binaries.program("postgres"), serverLog.tailSince(before)));
  }

  private static List<RunAs> ways(DataDirectory data) {
    List<RunAs> ways = new ArrayList<>();
    Optional<Owner> clusterOwner = owner(data.cluster());
    if (clusterOwner.isPresent() && clusterOwner.get().uid() != 0) {
      switchTo(clusterOwner.get()).ifPresent(ways::add);
      return ways;
    }
    Processes.find("unshare")
        .ifPresent(unshare -> ways.add(new RunAs(List.of(unshare, "-U", "--"), null)));
    Stream.of(
            owner(data.root()),
            owner(DataDirectory.parentOf(data.root())),
            named("postgres"),
            named("nobody"))
        .flatMap(Optional::stream)
        .filter(owner -> owner.uid() != 0)
        .distinct()
        .flatMap(owner -> switchTo(owner).stream())
        .forEach(ways::add);
    return ways;
  }

  static Optional<RunAs> switchTo(Owner owner) {
    return Processes.find("setpriv")
        .map(setpriv ->
            new RunAs(
                List.of(
                    setpriv,
                    "--reuid=" + owner.uid(),
                    "--regid=" + owner.gid(),
                    "--clear-groups",
                    "--"),
                owner));
  }

  boolean runs(Binaries binaries, ServerLog serverLog, DataDirectory data) {
    try {
      if (owner != null) {
        // The other user must get through our directory to its own below; it cannot list it.
        Files.setPosixFilePermissions(data.root(), PosixFilePermissions.fromString("rwx--x--x"));
      }
      List<String> probe = command(List.of(binaries.program("postgres").toString(), "--version"));
      return Processes.run(probe, Path.of("/dev/null"), serverLog, Deadline.in(PROBE))
          .equals(Optional.of(0));
    } catch (IOException e) {
      log.debug("{} does not work: {}", prefix, e.toString());
      return false;
    }
  }

  /** Gives a file or a directory with all it holds to the user that PostgreSQL runs as. */
  void own(Path tree) throws IOException {
    if (owner == null || !Files.exists(tree, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    Files.walkFileTree(
        tree,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
              throws IOException {
            give(directory, owner);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            give(file, owner);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private static void give(Path path, Owner owner) throws IOException {
    Files.setAttribute(path, "unix:gid", owner.gid(), LinkOption.NOFOLLOW_LINKS);
    Files.setAttribute(path, "unix:uid", owner.uid(), LinkOption.NOFOLLOW_LINKS);
  }

  static Optional<Owner> owner(Path path) {
    try {
      return Optional.of(
          new Owner(
              (int) Files.getAttribute(path, "unix:uid"),
              (int) Files.getAttribute(path, "unix:gid")));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  static Optional<Owner> named(String user) {
    try (Stream<String> lines = Files.lines(Path.of("/etc/passwd"))) {
      return lines
          .map(line -> line.split(":", -1))
          .filter(fields -> fields.length > 3 && fields[0].equals(user))
          .map(fields -> new Owner(Integer.parseInt(fields[2]), Integer.parseInt(fields[3])))
          .findFirst();
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
