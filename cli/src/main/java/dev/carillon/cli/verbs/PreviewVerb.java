package dev.carillon.cli.verbs;

import dev.carillon.cli.Surroundings;
import dev.carillon.client.Carillon;
import dev.carillon.client.Json;
import dev.carillon.client.Preview;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

@Command(name = "preview", description = "Show what a timing would do, without creating anything.")
final class PreviewVerb extends Verb {

  @Mixin private final TimingFlags timing = new TimingFlags();

  @Option(
      names = {"-n", "--count"},
      paramLabel = "N",
      description = "so many slots (5)")
  private int count = 5;

  @Option(names = "--from", paramLabel = "MOMENT", description = "slots after this (now)")
  private @Nullable String from;

  PreviewVerb(Surroundings surroundings) {
    super(surroundings);
  }

  @Override
  int call(Carillon server) {
    timing.require();
    ObjectNode body = Json.object().put("count", count);
    timing.put(body, surroundings, json);
    Values.moment(body, "from", "--from", from, surroundings.zone());
    Preview preview = server.preview(body);
    if (json) {
      json(preview.json());
      return OK;
    }
    say("Runs " + preview.description());
    Lines.slots(preview, now()).forEach(this::say);
    return OK;
  }
}
