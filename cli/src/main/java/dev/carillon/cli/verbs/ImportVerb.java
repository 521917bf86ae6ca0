package dev.carillon.cli.verbs;

import dev.carillon.cli.Surroundings;
import dev.carillon.cli.sources.OpenClawFolder;
import dev.carillon.cli.sources.RedisSocket;
import dev.carillon.cli.sources.SourceException;
import dev.carillon.client.Carillon;
import dev.carillon.client.Json;
import dev.carillon.importers.ImportFile;
import dev.carillon.importers.Option;
import dev.carillon.importers.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
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
      paramLabel = "SOURCE",
      description = "openclaw, bullmq, rq, crontab or kubernetes")
  private String what = "";

  @Parameters(
      index = "1..*",
      paramLabel = "WHERE",
      description = "a folder, files, or redis://[user:password@]host[:port][/database]")
  private List<String> where = new ArrayList<>();

  @CommandLine.Option(names = "--dry-run", description = "say what would be done, and do nothing")
  private boolean dryRun;

  @CommandLine.Option(names = "--activate", description = "resume what is enabled there")
  private boolean activate;

  @CommandLine.Option(
      names = "--timezone",
      paramLabel = "ZONE",
      description = "the clock of jobs that go by the clock of their host")
  private @Nullable String timezone;

  @CommandLine.Option(
      names = "--url",
      paramLabel = "URL",
      description = "call this, where the jobs ran code of their own")
  private @Nullable String url;

  @CommandLine.Option(
      names = "--workflow",
      paramLabel = "ID",
      description = "start this workflow, whatever the jobs are called")
  private @Nullable String workflow;

  @CommandLine.Option(
      names = "--existing-workflows",
      description = "leave out jobs whose workflow is not here")
  private boolean existingWorkflows;

  @CommandLine.Option(
      names = "--agent",
      paramLabel = "NAME",
      description = "who gets the messages of jobs that name no agent (main)")
  private @Nullable String agent;

  @CommandLine.Option(
      names = "--map-agent",
      paramLabel = "THERE=HERE",
      description = "an agent's name there and here; repeat it for others")
  private Map<String, String> agents = new LinkedHashMap<>();

  @CommandLine.Option(
      names = "--room",
      paramLabel = "ID",
      description = "the room of all messages (each schedule gets its own)")
  private @Nullable String room;

  @CommandLine.Option(
      names = "--leftovers",
      description = "also what OpenClaw's own migration left behind")
  private boolean leftovers;

  @CommandLine.Option(
      names = "--every",
      paramLabel = "DURATION",
      description = "for jobs of which Redis knows the next run only")
  private @Nullable String every;

  @CommandLine.Option(
      names = "--system",
      description = "the crontab's lines name a user before the command")
  private boolean system;

  @CommandLine.Option(
      names = "--instance",
      paramLabel = "NAME",
      description = "tells two stores apart that look the same from here")
  private @Nullable String instance;

  @CommandLine.Option(
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
    body.set("options", options(source));
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
      if (source.word().equals(what) || (source == Source.BULLMQ && what.equals("bull"))) {
        return source;
      }
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
      try {
        files.add(
            name.equals("-")
                ? new ImportFile("standard input", System.in.readAllBytes())
                : new ImportFile(path.toString(), Files.readAllBytes(path)));
      } catch (IOException e) {
        throw new Failed("expected to be able to read %s, but: %s".formatted(path, e));
      }
    }
    return files;
  }

  /** Only those that the source knows: another flag would be a mistake that nobody notices. */
  private ObjectNode options(Source source) {
    ObjectNode options = Json.object();
    put(source, options, Option.URL, url);
    put(source, options, Option.WORKFLOW, workflow);
    put(source, options, Option.AGENT, agent);
    put(source, options, Option.ROOM_ID, room);
    put(source, options, Option.INSTANCE, instance);
    flag(source, options, Option.EXISTING_WORKFLOWS, existingWorkflows);
    flag(source, options, Option.LEFTOVERS, leftovers);
    flag(source, options, Option.SYSTEM, system);
    if (!agents.isEmpty()) {
      check(source, Option.AGENTS);
      ObjectNode map = options.putObject(Option.AGENTS.key());
      agents.forEach(map::put);
    }
    if (every != null) {
      check(source, Option.INTERVAL_SECONDS);
      Values.seconds(options, Option.INTERVAL_SECONDS.key(), "--every", every);
    }
    return options;
  }

  private static void put(
      Source source, ObjectNode options, Option option, @Nullable String value) {
    if (value != null) {
      check(source, option);
      options.put(option.key(), value);
    }
  }

  private static void flag(Source source, ObjectNode options, Option option, boolean given) {
    if (given) {
      check(source, option);
      options.put(option.key(), true);
    }
  }

  private static void check(Source source, Option option) {
    if (!source.options().contains(option)) {
      throw new Usage(
          "%s says nothing about %s".formatted(option.key().replace('_', ' '), source.title()));
    }
  }
}
