package dev.carillon.cli.verbs;

import dev.carillon.cli.Surroundings;
import dev.carillon.cli.sources.OpenClawFolder;
import dev.carillon.cli.sources.RedisSocket;
import dev.carillon.cli.sources.SourceException;
import dev.carillon.client.Carillon;
import dev.carillon.client.Json;
import dev.carillon.importers.ImportFile;
import dev.carillon.importers.Source;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

@Command(
    name = "import",
    description = {
      "Import the schedules of another system: openclaw, bullmq (and bull), rq, crontab,"
          + " kubernetes.",
      "What is imported is paused until it is resumed. Importing again changes only what changed"
          + " there."
    },
    footer = {
      "",
      "  carillon import openclaw                     what OpenClaw keeps in ~/.openclaw",
      "  carillon import bullmq redis://127.0.0.1     repeatable jobs and job schedulers",
      "  carillon import rq redis://127.0.0.1         RQ, rq-scheduler, RQ cron",
      "  carillon import crontab /etc/crontab --timezone Europe/Berlin",
      "  carillon import kubernetes cronjobs.yaml --url https://example.com/run"
    })
final class ImportVerb extends Verb {

  @Parameters(
      index = "0",
      completionCandidates = Choices.Sources.class,
      paramLabel = "SOURCE",
      description = "openclaw, bullmq, rq, crontab or kubernetes")
  private String what = "";

  @Parameters(
      index = "1..*",
      paramLabel = "WHERE",
      description = "a folder, files, or redis://[user:password@]host[:port][/database]")
  private List<String> where = new ArrayList<>();

  @Option(names = "--dry-run", description = "say what would be done, and do nothing")
  private boolean dryRun;

  @Option(names = "--activate", description = "resume what is enabled there")
  private boolean activate;

  @Option(
      names = "--timezone",
      paramLabel = "ZONE",
      description = "the clock of jobs that go by the clock of their host")
  private @Nullable String timezone;

  @Mixin private final ImportFlags flags = new ImportFlags();

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description = "with rq: the answer of GET /api/v1/schedules/ of a scheduler on top of it")
  private List<String> more = new ArrayList<>();

  ImportVerb(Surroundings surroundings) {
    super(surroundings);
  }

  @Override
  int call(Carillon server) {
    Source source = source();
    ObjectNode body = Json.object().put("dry_run", dryRun).put("activate", activate);
    Values.text(body, "timezone", timezone);
    body.set("options", flags.options(source));
    try {
      if (source.redis()) {
        body.set("snapshot", RedisSocket.read(source, only("the address of a Redis")).json());
      }
      List<ImportFile> files = files(source);
      ArrayNode list = body.putArray("files");
      files.forEach(file -> list.addObject().put("name", file.name()).put("text", file.text()));
    } catch (SourceException e) {
      throw new Failed(String.valueOf(e.getMessage()));
    }
    JsonNode report = server.importFrom(source.word(), body);
    if (json) {
      json(report);
    } else {
      new ImportLines(surroundings, now()).of(source, report, activate).forEach(this::say);
    }
    return report.get("totals").get("failed").asInt() > 0 ? FAILED : OK;
  }

  private Source source() {
    for (Source source : Source.values()) {
      if (source.word().equals(what)) {
        return source;
      }
    }
    switch (what) {
      case "bull" -> {
        return Source.BULLMQ;
      }
      case "k8s" -> {
        return Source.KUBERNETES;
      }
      default -> {}
    }
    throw new Usage(
        "expected openclaw, bullmq, rq, crontab or kubernetes, got \"%s\"".formatted(what));
  }

  private String only(String expected) {
    if (where.size() != 1) {
      throw new Usage("expected %s, such as redis://127.0.0.1:6379/0".formatted(expected));
    }
    return where.getFirst();
  }

  private List<ImportFile> files(Source source) {
    return switch (source) {
      case OPENCLAW -> {
        if (where.size() > 1) {
          throw new Usage("expected one folder or file of OpenClaw's");
        }
        yield OpenClawFolder.read(
            where.isEmpty() ? null : surroundings.directory().resolve(where.getFirst()),
            surroundings.environment());
      }
      case BULLMQ, RQ -> read(more);
      case CRONTAB, KUBERNETES -> {
        if (where.isEmpty()) {
          throw new Usage("expected a file; - reads standard input");
        }
        yield read(where);
      }
    };
  }

  private List<ImportFile> read(List<String> names) {
    List<ImportFile> files = new ArrayList<>();
    for (String name : names) {
      Path path = surroundings.directory().resolve(name).normalize();
      files.add(
          name.equals(Inputs.STANDARD)
              ? new ImportFile("standard input", Inputs.standard())
              : new ImportFile(path.toString(), Inputs.bytes(path)));
    }
    return files;
  }
}
