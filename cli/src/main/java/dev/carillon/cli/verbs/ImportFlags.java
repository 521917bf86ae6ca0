package dev.carillon.cli.verbs;

import dev.carillon.client.Json;
import dev.carillon.importers.Option;
import dev.carillon.importers.Source;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import tools.jackson.databind.node.ObjectNode;

/** What jobs of another system become, where their source leaves it open. */
final class ImportFlags {

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

  /** Only those that the source knows: another flag would be a mistake that nobody notices. */
  ObjectNode options(Source source) {
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
      List<String> others =
          Arrays.stream(Source.values())
              .filter(other -> other.options().contains(option))
              .map(Source::word)
              .toList();
      throw new Usage(
          "%s says nothing about %s; it goes with %s"
              .formatted(flag(option), source.title(), String.join(", ", others)));
    }
  }

  private static String flag(Option option) {
    return switch (option) {
      case AGENTS -> "--map-agent";
      case ROOM_ID -> "--room";
      case INTERVAL_SECONDS -> "--every";
      case URL, WORKFLOW, EXISTING_WORKFLOWS, INSTANCE, AGENT, LEFTOVERS, SYSTEM ->
          "--" + option.key().replace('_', '-');
    };
  }
}
