package dev.carillon.importers.openclaw;

import dev.carillon.importers.Draft;
import dev.carillon.importers.Findings;
import dev.carillon.importers.Found;
import dev.carillon.importers.Identity;
import dev.carillon.importers.ImportFile;
import dev.carillon.importers.Lenient;
import dev.carillon.importers.Moments;
import dev.carillon.importers.Progress;
import dev.carillon.importers.Settings;
import dev.carillon.importers.Unreadable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The cron jobs of an OpenClaw, whichever of its generations wrote them: one file; one for jobs and
 * one for their state; or a SQLite database. Where several hold the same job, the newer generation
 * wins.
 */
public final class OpenClaw {

  private final Settings settings;
  private final RunLog log = new RunLog();
  private final Map<String, ObjectNode> states = new LinkedHashMap<>();
  private final Map<Identity, ObjectNode> jobs = new LinkedHashMap<>();
  private final Set<Identity> ofThisStore = new HashSet<>();
  private final List<Found> broken = new ArrayList<>();
  private final List<String> leftovers = new ArrayList<>();

  private OpenClaw(Settings settings) {
    this.settings = settings;
  }

  /**
   * @throws Unreadable if a file is not what its name says
   */
  public static Findings find(List<ImportFile> files, Settings settings) {
    return new OpenClaw(settings).read(files);
  }

  private Findings read(List<ImportFile> files) {
    List<ImportFile> stores = new ArrayList<>();
    List<ImportFile> old = new ArrayList<>();
    for (ImportFile file : files) {
      String name = file.baseName();
      boolean migrated = name.matches(".*\\.migrated(\\.\\d+)?");
      String bare = name.replaceFirst("\\.migrated(\\.\\d+)?$", "");
      if (StateDatabase.is(file.content()) || name.endsWith("-wal")) {
        continue;
      }
      if (bare.endsWith(".jsonl")) {
        log.lines(file.text());
      } else if ((migrated || name.equals("jobs-quarantine.json")) && !settings.flag("leftovers")) {
        leftovers.add(file.name());
      } else if (bare.endsWith("-state.json")) {
        states(file);
      } else if (!name.equals("openclaw.json")) {
        (migrated ? old : stores).add(file);
      }
    }
    // The later a store is read, the more it counts.
    old.forEach(this::store);
    stores.forEach(this::store);
    databases(files);
    return findings();
  }

  private void states(ImportFile file) {
    JsonNode jobStates = Lenient.json5(file.text(), file.name()).path("jobs");
    for (Map.Entry<String, JsonNode> entry : jobStates.properties()) {
      if (entry.getValue() instanceof ObjectNode state) {
        states.put(entry.getKey(), state);
      }
    }
  }

  /** {@code {"jobs": […]}}, a bare list, jobs by their ids, or the tables of a database. */
  private void store(ImportFile file) {
    ofThisStore.clear();
    JsonNode root = Lenient.json5(file.text(), file.name());
    if (root.path("tables").isObject()) {
      tables(root.get("tables"), file.name());
      return;
    }
    JsonNode list = root.isArray() ? root : root.get("jobs");
    if (list == null || !list.isContainer()) {
      throw new Unreadable(
          "%s holds no cron jobs: expected {\"jobs\": […]}".formatted(file.name()));
    }
    String instance = settings.instance(storePath(file.name()));
    if (list.isArray()) {
      int place = 0;
      for (JsonNode job : list.values()) {
        add(instance, job, "jobs[" + place++ + "]");
      }
    } else {
      for (Map.Entry<String, JsonNode> entry : list.properties()) {
        if (entry.getValue() instanceof ObjectNode job && !job.has("id") && !job.has("jobId")) {
          job.put("id", entry.getKey());
        }
        add(instance, entry.getValue(), entry.getKey());
      }
    }
  }

  /** What OpenClaw names a store by, also once it has moved into the database. */
  private static String storePath(String name) {
    return name.replaceFirst("\\.migrated(\\.\\d+)?$", "");
  }

  private void databases(List<ImportFile> files) {
    for (ImportFile file : files) {
      if (StateDatabase.is(file.content())) {
        byte[] wal = null;
        for (ImportFile other : files) {
          wal = other.name().equals(file.name() + "-wal") ? other.content() : wal;
        }
        tables(StateDatabase.read(file.content(), wal).get("tables"), file.name());
      }
    }
  }

  private void tables(JsonNode tables, String file) {
    ofThisStore.clear();
    tables
        .path("cron_jobs")
        .values()
        .forEach(row -> {
          if (row instanceof ObjectNode object) {
            String store = object.path("store_key").asString("");
            add(settings.instance(store.isEmpty() ? file : store), JobRows.job(object), file);
          }
        });
    tables
        .path("cron_run_logs")
        .values()
        .forEach(row -> {
          if (row instanceof ObjectNode object) {
            log.row(object);
          }
        });
    tables
        .path("task_runs")
        .values()
        .forEach(row -> {
          if (row instanceof ObjectNode object) {
            log.task(object);
          }
        });
  }

  private void add(String instance, JsonNode raw, String place) {
    if (raw instanceof ObjectNode object) {
      ObjectNode job = JobShape.of(object);
      Identity identity = new Identity(instance, job.get("id").stringValue());
      ObjectNode earlier = jobs.put(identity, job);
      // Another store may hold an older state of the same job; one store holds two by mistake.
      if (!ofThisStore.add(identity) && earlier != null) {
        String reason = "a later job of its file has the same id: " + identity.id();
        broken.add(
            new Found.Unsuitable(new Identity(instance, place + " before"), name(earlier), reason));
      }
    } else {
      broken.add(
          new Found.Broken(
              new Identity(instance, place), place, "expected a job, got " + raw.getNodeType()));
    }
  }

  private Findings findings() {
    List<Found> items = new ArrayList<>();
    jobs.forEach((identity, job) -> items.add(found(identity, job)));
    items.addAll(broken);
    return new Findings(items, leftovers);
  }

  private Found found(Identity identity, ObjectNode job) {
    ObjectNode state = state(identity.id(), job);
    String name = name(job);
    Draft draft = new Draft(settings, name);
    JobTiming.Problem untimed = JobTiming.put(draft, job);
    if (untimed != null) {
      return untimed.understood()
          ? new Found.Unsuitable(identity, name, untimed.reason())
          : new Found.Broken(identity, name, untimed.reason());
    }
    String problem = JobTarget.put(draft, job, settings);
    if (problem != null) {
      return new Found.Unsuitable(identity, name, problem);
    }
    draft.put("description", job.path("description").asString(null));
    boolean once = draft.body().has("run_at");
    if (!once && truth(job.get("deleteAfterRun"), false)) {
      draft.put("total_repeats", 1);
    }
    boolean ready = warnings(draft, job);
    log.state(identity.id(), state);
    boolean enabled = truth(job.get("enabled"), true);
    return new Found.Job(
        identity,
        name,
        draft.body(),
        job,
        enabled,
        enabled ? Moments.millis(state.get("nextRunAtMs")) : null,
        ready,
        draft.warnings(),
        Progress.NONE,
        log.of(identity.id()));
  }

  /** Says what is not carried over; false when a person must look before the job may run. */
  private static boolean warnings(Draft draft, ObjectNode job) {
    boolean gated = job.path("trigger").hasNonNull("script");
    if (gated) {
      draft.warn(
          "a script decided whether it ran; here it would run every time, so it stays disabled");
    }
    JsonNode delivery = job.path("delivery");
    String mode = delivery.path("mode").asString("none");
    if (!mode.equals("none")) {
      draft.warn(
          "its answer went to %s (%s); the agent finds that in the payload"
              .formatted(
                  delivery.path("channel").asString(mode), delivery.path("to").asString("last")));
    }
    if (job.path("failureAlert").isObject()) {
      draft.warn("its failure alert is not carried over: add a webhook for run.failed");
    }
    if (job.hasNonNull("maxRunsPerDay")) {
      draft.warn("its limit of runs per day is not carried over");
    }
    return !gated;
  }

  /** Inline, or beside the jobs; then its next run counts only while the schedule is the same. */
  private ObjectNode state(String id, ObjectNode job) {
    ObjectNode beside = states.get(id);
    if (beside == null) {
      return job.get("state") instanceof ObjectNode inline ? inline : Lenient.object();
    }
    if (!(beside.get("state") instanceof ObjectNode inner)) {
      return beside;
    }
    ObjectNode state = inner.deepCopy();
    JsonNode identity = Lenient.json(beside.path("scheduleIdentity").asString(""));
    if (identity instanceof ObjectNode planned
        && !JobShape.of(planned).get("schedule").equals(job.get("schedule"))) {
      state.remove("nextRunAtMs");
    }
    return state;
  }

  private static String name(ObjectNode job) {
    String name = job.path("name").asString("");
    if (name.isBlank()) {
      JsonNode payload = job.path("payload");
      name = payload.path("message").asString(payload.path("text").asString(""));
      name = name.strip().lines().findFirst().orElse("");
      name = name.length() > 60 ? name.substring(0, 59) + "…" : name;
    }
    return Draft.shortened(name.isBlank() ? job.get("id").stringValue() : name);
  }

  private static boolean truth(@Nullable JsonNode value, boolean otherwise) {
    if (value == null || value.isNull()) {
      return otherwise;
    }
    return value.isString()
        ? value.stringValue().strip().equalsIgnoreCase("true")
        : value.asBoolean(otherwise);
  }
}
