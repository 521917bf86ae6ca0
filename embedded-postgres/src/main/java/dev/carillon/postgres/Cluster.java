package dev.carillon.postgres;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The database files: made once, refused if they are another version's, configured each start. */
final class Cluster {

  private static final Logger log = LoggerFactory.getLogger(Cluster.class);
  private static final String MAKING = "postgres.making-";

  /** Both the owner's role and the database. */
  static final String NAME = "carillon";

  private final DataDirectory data;
  private final Binaries binaries;
  private final RunAs runAs;
  private final ServerLog serverLog;

  Cluster(DataDirectory data, Binaries binaries, RunAs runAs, ServerLog serverLog) {
    this.data = data;
    this.binaries = binaries;
    this.runAs = runAs;
    this.serverLog = serverLog;
  }

  /** Only reads, so that a directory that is not ours stays exactly as it was. */
  static void refuseForeign(Path dataDirectory) {
    if (Files.exists(dataDirectory.resolve("PG_VERSION"))) {
      throw new EmbeddedPostgresException(
          ("Expected a data directory of Carillon, but %s is a PostgreSQL cluster itself (it holds"
               + " PG_VERSION). Give Carillon a directory of its own; to use that cluster, run its"
               + " server and give its jdbc:postgresql: URL.")
              .formatted(dataDirectory.toAbsolutePath()));
    }
    Path cluster = new DataDirectory(dataDirectory).cluster();
    Path version = cluster.resolve("PG_VERSION");
    try {
      String found = Files.readString(version).strip();
      if (!found.equals(Binaries.majorVersion())) {
        throw foreign(cluster, found);
      }
    } catch (NoSuchFileException e) {
      refuseRemains(cluster);
    } catch (IOException e) {
      throw new EmbeddedPostgresException(
          "Expected to read %s, but: %s. Start Carillon as the user who owns the data directory."
              .formatted(version, e),
          e);
    }
  }

  private static EmbeddedPostgresException foreign(Path cluster, String found) {
    return new EmbeddedPostgresException(
        ("Expected a cluster of PostgreSQL %s in %s, but its PG_VERSION says \"%s\". Nothing was"
             + " changed. Carry the data over with that version's pg_dump (or with pg_upgrade) into"
             + " a new data directory, or start the Carillon release that it belongs to.")
            .formatted(Binaries.majorVersion(), cluster, found));
  }

  /** Our own making appears whole, by a rename: files without PG_VERSION are something else. */
  private static void refuseRemains(Path cluster) {
    String[] names = cluster.toFile().list();
    if (names != null && names.length > 0) {
      throw new EmbeddedPostgresException(
          ("Expected a PostgreSQL cluster in %s, but its PG_VERSION is missing while other files"
               + " are there: it is damaged or not a cluster. Nothing was changed. Restore it from"
               + " a backup, or move it away to begin with an empty one.")
              .formatted(cluster));
    }
  }

  boolean exists() {
    return Files.exists(data.cluster().resolve("PG_VERSION"));
  }

  /**
   * Makes the cluster beside its place and renames it there when it is complete and on disk. A kill
   * at any moment before leaves rubbish that the next start removes, and begins again.
   */
  void makeIfMissing(Deadline deadline) {
    try {
      removeUnfinished();
      if (exists()) {
        requirePassword();
        return;
      }
      makePassword();
      log.info("Making a new PostgreSQL {} cluster in {}.", Binaries.VERSION, data.cluster());
      Path making = Files.createTempDirectory(data.root(), MAKING);
      make(making, deadline);
      runAs.own(making);
      Files.move(making.resolve("cluster"), data.cluster(), StandardCopyOption.ATOMIC_MOVE);
      DataDirectory.force(data.root());
      DataDirectory.deleteTree(making);
    } catch (IOException e) {
      throw new EmbeddedPostgresException(
          ("Expected to make a PostgreSQL cluster in %s, but: %s. Check the free space and the"
                  + " access rights there, then start again.")
              .formatted(data.cluster(), e),
          e);
    }
  }

  private void make(Path making, Deadline deadline) throws IOException {
    Path cluster = making.resolve("cluster");
    Path passwordCopy = making.resolve("password");
    Path statements = making.resolve("create.sql");
    DataDirectory.replace(passwordCopy, password());
    Files.writeString(statements, "create database " + NAME + "\n");
    runAs.own(making);
    run(
        deadline,
        Path.of("/dev/null"),
        "initdb",
        "--pgdata=" + cluster,
        "--username=" + NAME,
        "--auth=scram-sha-256",
        "--pwfile=" + passwordCopy,
        "--encoding=UTF8",
        "--locale=C",
        "--locale-provider=builtin",
        "--builtin-locale=C.UTF-8",
        "--no-sync",
        "--no-instructions");
    // Not synced yet is safe: nobody uses these files before --sync-only below has forced them all.
    run(
        deadline,
        statements,
        "postgres",
        "--single",
        "-D",
        cluster.toString(),
        "-c",
        "fsync=off",
        "-c",
        "exit_on_error=on",
        "-c",
        "log_checkpoints=off",
        "postgres");
    Files.writeString(
        cluster.resolve("postgresql.conf"),
        "\n# Carillon's settings, written at each start.\ninclude_if_exists = '"
            + ServerSettings.FILE
            + "'\n",
        StandardOpenOption.APPEND);
    run(deadline, Path.of("/dev/null"), "initdb", "--pgdata=" + cluster, "--sync-only");
  }

  private void run(Deadline deadline, Path input, String program, String... arguments)
      throws IOException {
    long before = serverLog.size();
    List<String> command = new ArrayList<>();
    command.add(binaries.program(program).toString());
    command.addAll(List.of(arguments));
    Optional<Integer> code = Processes.run(runAs.command(command), input, serverLog, deadline);
    if (!code.equals(Optional.of(0))) {
      throw new EmbeddedPostgresException(
          "Expected %s to make a cluster in %s, but it %s. %s"
              .formatted(
                  program,
                  data.cluster(),
                  code.map(number -> "ended with code " + number)
                      .orElse("was not done after " + deadline.from().toSeconds() + " s"),
                  serverLog.tailSince(before)));
    }
  }

  /** Whether the settings differ from those a running server was started with. */
  boolean configure(Map<String, String> settings) {
    Path file = data.cluster().resolve(ServerSettings.FILE);
    String wanted = ServerSettings.text(settings);
    try {
      if (Files.exists(file) && Files.readString(file).equals(wanted)) {
        return false;
      }
      DataDirectory.replace(file, wanted);
      runAs.own(file);
      return true;
    } catch (IOException e) {
      throw new EmbeddedPostgresException("Could not write " + file + ": " + e, e);
    }
  }

  String password() {
    try {
      return Files.readString(data.password()).strip();
    } catch (IOException e) {
      throw new EmbeddedPostgresException("Could not read " + data.password() + ": " + e, e);
    }
  }

  /** 256 random bits, readable by the owner alone. One of an interrupted start is kept. */
  private void makePassword() throws IOException {
    if (!Files.exists(data.password())) {
      byte[] bits = new byte[32];
      new SecureRandom().nextBytes(bits);
      DataDirectory.replace(data.password(), HexFormat.of().formatHex(bits) + "\n");
    }
  }

  private void requirePassword() {
    if (!Files.exists(data.password())) {
      throw new EmbeddedPostgresException(
          ("Expected the database's password in %s, but the file is gone while the cluster is"
                  + " there. Restore it from a backup; without one, set a new password with: echo"
                  + " \"alter role %s password 'NEW'\" | %s --single -D '%s' postgres, and write it"
                  + " into that file.")
              .formatted(data.password(), NAME, binaries.program("postgres"), data.cluster()));
    }
  }

  /** An initdb whose parent was killed may still be writing there: it fails, and ends by itself. */
  private void removeUnfinished() throws IOException {
    try (DirectoryStream<Path> unfinished = Files.newDirectoryStream(data.root(), MAKING + "*")) {
      for (Path path : unfinished) {
        log.info("Removing {}, left by a start that was interrupted.", path);
        try {
          DataDirectory.deleteTree(path);
        } catch (IOException e) {
          log.warn("Could not remove {} ({}); the next start tries again.", path, e.toString());
        }
      }
    }
  }
}
