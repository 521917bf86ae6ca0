package dev.carillon.importers;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** CronJobs of Kubernetes, as YAML or JSON; lists of them, and files with other things, too. */
public final class Kubernetes {

  private static final Pattern ZONE_PREFIX = Pattern.compile("(?:CRON_TZ|TZ)=(\\S+)\\s+(.*)");

  /** An interval in the durations of Go: {@code @every 1h30m}. */
  private static final Pattern EVERY =
      Pattern.compile("@every\\s+((?=\\d)(?:\\d{1,6}h)?(?:\\d{1,9}m)?(?:\\d{1,9}(?:\\.\\d+)?s)?)");

  /** Kubernetes tries a job again six times by default. */
  private static final int USUAL_RETRIES = 6;

  private final Settings settings;
  private final List<Found> items = new ArrayList<>();

  private Kubernetes(Settings settings) {
    this.settings = settings;
  }

  public static Findings find(List<ImportFile> files, Settings settings) {
    Kubernetes kubernetes = new Kubernetes(settings);
    for (ImportFile file : files) {
      Lenient.yaml(file.text(), file.name()).forEach(kubernetes::document);
    }
    return Findings.of(kubernetes.items);
  }

  private void document(JsonNode document) {
    if (document.path("kind").asString("").endsWith("List")) {
      document.path("items").values().forEach(this::document);
    } else if (document.path("kind").asString("").equals("CronJob")) {
      items.add(cronJob(document));
    }
  }

  private Found cronJob(JsonNode job) {
    String name = job.at("/metadata/name").asString("");
    String namespace = job.at("/metadata/namespace").asString("default");
    Identity identity = new Identity(settings.instance("kubernetes"), namespace + "/" + name);
    JsonNode spec = job.path("spec");
    String schedule = spec.path("schedule").asString("").strip();
    if (name.isBlank() || schedule.isEmpty()) {
      return new Found.Broken(
          identity, Draft.shortened(name), "it has no name or no spec.schedule");
    }
    Draft draft = new Draft(settings, name);
    String zone = spec.path("timeZone").asString("");
    Matcher prefixed = ZONE_PREFIX.matcher(schedule);
    if (prefixed.matches()) {
      zone = prefixed.group(1);
      schedule = prefixed.group(2);
    }
    Matcher every = EVERY.matcher(schedule);
    if (every.matches()) {
      draft.every(Duration.parse("PT" + every.group(1)), null);
    } else {
      draft.cron(schedule, zone, "the cluster's controller");
    }
    policies(draft, spec);
    ObjectNode payload = payload(spec, namespace, name);
    draft.codeTarget(name, payload);
    ObjectNode original = Lenient.object().put("schedule", schedule).put("timeZone", zone);
    for (String field : List.of("concurrencyPolicy", "suspend", "startingDeadlineSeconds")) {
      if (spec.has(field)) {
        original.set(field, spec.get(field));
      }
    }
    original.set("payload", payload);
    return new Found.Job(
        identity,
        draft.body().get("name").stringValue(),
        draft.body(),
        original,
        !spec.path("suspend").asBoolean(false),
        null,
        true,
        draft.warnings(),
        Progress.NONE,
        List.of());
  }

  private static void policies(Draft draft, JsonNode spec) {
    draft.put(
        "overlap",
        switch (spec.path("concurrencyPolicy").asString("Allow")) {
          case "Forbid" -> "skip";
          case "Replace" -> "replace";
          default -> "allow";
        });
    double deadline = spec.path("startingDeadlineSeconds").asDouble(-1);
    if (deadline >= 0) {
      draft.seconds("starting_deadline_seconds", Duration.ofMillis((long) (deadline * 1_000)));
    }
    JsonNode template = spec.at("/jobTemplate/spec");
    draft.put("max_retries", Math.max(0, template.path("backoffLimit").asInt(USUAL_RETRIES)));
    double timeout = template.path("activeDeadlineSeconds").asDouble(0);
    if (timeout > 0) {
      draft.seconds("timeout_seconds", Duration.ofMillis((long) (timeout * 1_000)));
    }
  }

  /** Image and command. Not the environment, which is where secrets are. */
  private static ObjectNode payload(JsonNode spec, String namespace, String name) {
    ObjectNode payload = Lenient.object().put("namespace", namespace).put("name", name);
    var containers = payload.putArray("containers");
    for (JsonNode container : spec.at("/jobTemplate/spec/template/spec/containers").values()) {
      ObjectNode kept = containers.addObject();
      for (String field : List.of("name", "image", "command", "args")) {
        if (container.hasNonNull(field)) {
          kept.set(field, container.get(field));
        }
      }
    }
    return payload;
  }
}
