package dev.carillon.cli.sources;

import dev.carillon.importers.ImportFile;
import dev.carillon.importers.Lenient;
import dev.carillon.importers.Unreadable;
import dev.carillon.importers.openclaw.StateDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds what an OpenClaw keeps about its jobs, below its folder or beside one of its files. Of its
 * database only the tables about jobs are taken along.
 */
public final class OpenClawFolder {

  /** Of a log of runs, the newest lines: a schedule keeps no more. */
  private static final int MOST_LINES = 200;

  private final Map<String, String> environment;
  private final List<ImportFile> files = new ArrayList<>();

  private OpenClawFolder(Map<String, String> environment) {
    this.environment = environment;
  }

  /**
   * @param place a folder or a file; null looks where OpenClaw keeps its own
   */
  public static List<ImportFile> read(@Nullable Path place, Map<String, String> environment) {
    OpenClawFolder folder = new OpenClawFolder(environment);
    try {
      folder.find(place == null ? folder.home() : place.toAbsolutePath().normalize());
    } catch (IOException e) {
      throw new SourceException("expected to be able to read what OpenClaw keeps, but: " + e);
    } catch (Unreadable e) {
      throw new SourceException(String.valueOf(e.getMessage()));
    }
    return folder.files;
  }

  private Path home() {
    String state = environment.get("OPENCLAW_STATE_DIR");
    return state == null || state.isBlank()
        ? Path.of(environment.getOrDefault("HOME", "."), ".openclaw").toAbsolutePath()
        : Path.of(state).toAbsolutePath();
  }

  private void find(Path place) throws IOException {
    if (!Files.exists(place)) {
      throw new SourceException(
          "expected OpenClaw's folder or one of its files at %s, and there is nothing"
              .formatted(place));
    }
    if (Files.isRegularFile(place)) {
      if (StateDatabase.is(head(place))) {
        database(place);
      } else {
        store(place);
      }
    } else {
      store(storePath(place));
      database(place.resolve("state/openclaw.sqlite"));
    }
    if (files.isEmpty()) {
      throw new SourceException(
          "there are no cron jobs of OpenClaw at %s: neither cron/jobs.json nor".formatted(place)
              + " state/openclaw.sqlite");
    }
  }

  /** Where the settings say the jobs are, or else where they are by themselves. */
  private Path storePath(Path folder) throws IOException {
    Path settings = folder.resolve("openclaw.json");
    String named = "";
    if (Files.exists(settings)) {
      named =
          Lenient.json5(Files.readString(settings), settings.toString())
              .path("cron")
              .path("store")
              .asString("");
    }
    if (named.isEmpty()) {
      return folder.resolve("cron/jobs.json");
    }
    return named.startsWith("~")
        ? Path.of(environment.getOrDefault("HOME", ".") + named.substring(1))
        : folder.resolve(named);
  }

  /** The jobs, their state, what a migration left of both, and the logs of their runs. */
  private void store(Path store) throws IOException {
    Path folder = store.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      return;
    }
    String name = String.valueOf(store.getFileName());
    String bare = name.replaceFirst("\\.json$", "");
    try (Stream<Path> beside = Files.list(folder)) {
      for (Path file : beside.sorted().toList()) {
        String other = String.valueOf(file.getFileName());
        if (other.equals(name)
            || other.equals(bare + "-state.json")
            || other.equals(bare + "-quarantine.json")
            || other.matches("(?:\\Q" + bare + "\\E)(?:-state)?\\.json\\.migrated(?:\\.\\d+)?")) {
          files.add(new ImportFile(file.toString(), Files.readAllBytes(file)));
        }
      }
    }
    Path runs = folder.resolve("runs");
    if (Files.isDirectory(runs)) {
      try (Stream<Path> logs = Files.list(runs)) {
        for (Path log : logs.filter(OpenClawFolder::isLog).sorted().toList()) {
          List<String> lines = Files.readString(log).lines().toList();
          files.add(
              ImportFile.of(
                  log.toString(),
                  String.join(
                      "\n", lines.subList(Math.max(0, lines.size() - MOST_LINES), lines.size()))));
        }
      }
    }
  }

  private static boolean isLog(Path file) {
    return file.toString().matches(".*\\.jsonl(?:\\.migrated(?:\\.\\d+)?)?");
  }

  private void database(Path file) throws IOException {
    if (!Files.isRegularFile(file) || !StateDatabase.is(head(file))) {
      return;
    }
    Path log = Path.of(file + "-wal");
    byte[] wal = Files.isRegularFile(log) ? Files.readAllBytes(log) : null;
    files.add(
        ImportFile.of(
            file + ".json", Lenient.text(StateDatabase.read(Files.readAllBytes(file), wal))));
  }

  private static byte[] head(Path file) throws IOException {
    try (var in = Files.newInputStream(file)) {
      return in.readNBytes(16);
    }
  }
}
