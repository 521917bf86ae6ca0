package dev.carillon.server.imports;

import dev.carillon.engine.Refused;
import dev.carillon.engine.ScheduleDraft;
import dev.carillon.engine.Schedules;
import dev.carillon.engine.ledger.Reply;
import dev.carillon.engine.schedule.InvalidSchedule;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Status;
import dev.carillon.engine.schedule.Target;
import dev.carillon.engine.store.ScheduleStore.Entry;
import dev.carillon.engine.timing.TimingException;
import dev.carillon.importers.Digest;
import dev.carillon.importers.Found;
import dev.carillon.importers.PastRun;
import dev.carillon.server.schedules.ScheduleForm;
import dev.carillon.server.store.Imported;
import dev.carillon.server.store.Imports;
import dev.carillon.server.store.Workflow;
import dev.carillon.server.web.Caller;
import dev.carillon.server.web.Json;
import dev.carillon.server.web.Problem;
import dev.carillon.server.workflows.TriggerSchedules;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes schedules of the jobs of one import, or says what it would do. Every step can be repeated:
 * a schedule's id follows from who the job is, so that an import that was cut short is completed by
 * the next.
 */
final class Adoption {

  private static final int LONGEST_ID = 600;

  private final ImportResource.Parts parts;
  private final ImportRequest request;
  private final Caller caller;
  private final Schedules schedules;
  private final String mark;
  private final Set<Imported.Key> seen = new HashSet<>();

  Adoption(ImportResource.Parts parts, ImportRequest request, Caller caller) {
    this.parts = parts;
    this.request = request;
    this.caller = caller;
    schedules = parts.access().of(caller);
    mark = "imported from " + request.source().title();
  }

  Outcome adopt(Found found) {
    Imported.Key key =
        new Imported.Key(
            caller.orgId(),
            request.source().word(),
            bounded(found.identity().instance()),
            bounded(found.identity().id()));
    if (!seen.add(key)) {
      return Outcome.skipped("the source names it twice");
    }
    return switch (found) {
      case Found.Unsuitable unsuitable -> Outcome.skipped(unsuitable.reason());
      case Found.Broken broken -> Outcome.failed(broken.reason());
      case Found.Job job -> adopt(key, job);
    };
  }

  /** Keys of the database's index have a largest size; what is cut off is still told apart. */
  private static String bounded(String id) {
    String plain = Outcome.wellFormed(id.replace("\0", ""));
    return plain.length() <= LONGEST_ID
        ? plain
        : plain.substring(0, LONGEST_ID - 64) + Digest.sha256(plain);
  }

  /** What is wrong with one job stops no other. */
  private Outcome adopt(Imported.Key key, Found.Job job) {
    Outcome outcome;
    try {
      Imported before = parts.imports().find(key);
      outcome = before == null ? create(key, job) : again(key, job, before);
    } catch (Problem | InvalidSchedule | TimingException e) {
      outcome = Outcome.failed(e.getMessage());
    } catch (Refused refused) {
      outcome = Outcome.failed(refused.getMessage());
    }
    return outcome.warned(job.warnings());
  }

  private Outcome create(Imported.Key key, Found.Job job) {
    UUID id = id(key);
    Instant now = schedules.now();
    ScheduleDraft draft = parts.form().draft(job.draft(), caller, caller.principal().toString());
    Schedule wanted = draft.toSchedule(id, now);
    if (wanted.slots().next(now) == null) {
      return Outcome.skipped("its last moment has passed");
    }
    List<String> warnings = new ArrayList<>();
    String missing = missingWorkflow(wanted.target());
    if (missing != null && request.settings().flag("existing_workflows")) {
      return Outcome.skipped(missing);
    }
    List<Instant> fires = Fires.of(wanted, now);
    add(warnings, missing);
    add(warnings, Fires.difference(wanted, fires, job.next(), now));
    int runs = job.runs().size();
    if (!request.dryRun()) {
      store(id, draft);
      keep(key, id, job, wanted);
      runs = past(id, job);
      if (activates(job)) {
        schedules.resume(id);
      }
    }
    return new Outcome(
        Outcome.Word.CREATED, null, warnings, request.dryRun() ? null : id, fires, runs);
  }

  private static void add(List<String> warnings, @Nullable String warning) {
    if (warning != null) {
      warnings.add(warning);
    }
  }

  private void store(UUID id, ScheduleDraft draft) {
    try {
      schedules.create(id, draft.paused(mark + ", review it"));
    } catch (InvalidSchedule e) {
      if (!e.field().equals("id")) {
        throw e;
      }
      // Made before, by an import that did not live to note it.
    }
  }

  private boolean activates(Found.Job job) {
    return request.activate() && job.enabled() && job.ready();
  }

  private void keep(Imported.Key key, UUID id, Found.Job job, Schedule wanted) {
    parts
        .imports()
        .put(
            key,
            new Imported(id, job.enabled(), Json.text(ScheduleForm.definition(wanted))),
            Outcome.wellFormed(Json.text(job.original())));
  }

  private int past(UUID id, Found.Job job) {
    if (job.runs().isEmpty() && job.progress().repeat() == 0 && job.progress().retry() == 0) {
      return 0;
    }
    List<Imports.Run> runs = new ArrayList<>();
    for (PastRun run : job.runs()) {
      runs.add(
          new Imports.Run(
              run.startedAt(),
              run.completedAt(),
              run.status().name().toLowerCase(Locale.ROOT),
              run.error() == null ? null : Outcome.wellFormed(run.error().replace("\0", ""))));
    }
    return parts
        .imports()
        .addPast(
            caller.orgId(),
            id,
            new Imports.Past(mark, runs, job.progress().repeat(), job.progress().retry()));
  }

  /** It was imported before: only what the source changed since is changed. */
  private Outcome again(Imported.Key key, Found.Job job, Imported before) {
    UUID id = before.scheduleId();
    Entry entry = find(id);
    if (entry == null) {
      return Outcome.skipped("it was imported before, and deleted here since");
    }
    Instant now = schedules.now();
    Schedule here = entry.schedule();
    ScheduleDraft sourceDraft = parts.form().draft(job.draft(), caller, here.owner());
    Schedule wanted = sourceDraft.toSchedule(id, now);
    Merge merge =
        Merge.of(
            (ObjectNode) Json.stored(before.definition()),
            ScheduleForm.definition(wanted),
            ScheduleForm.definition(here));
    List<String> warnings = new ArrayList<>();
    if (!merge.kept().isEmpty()) {
      warnings.add(
          "the source changed %s, and so did somebody here; theirs was kept"
              .formatted(String.join(", ", merge.kept())));
    }
    boolean waits =
        here.status() == Status.PAUSED && String.valueOf(here.statusReason()).startsWith(mark);
    boolean activated = waits && activates(job);
    Schedule after = here;
    if (!merge.taken().isEmpty()) {
      ScheduleDraft draft = parts.form().draft(merge.merged(), caller, here.owner());
      after = draft.toSchedule(id, now);
      if (!request.dryRun()) {
        schedules.edit(id, draft, here.version());
      }
    }
    int runs = 0;
    if (!request.dryRun()) {
      keep(key, id, job, wanted);
      runs = past(id, job);
      if (activated) {
        schedules.resume(id);
      }
    }
    List<Instant> fires = Fires.of(after, now);
    if (merge.taken().isEmpty() && !activated) {
      return new Outcome(Outcome.Word.UNCHANGED, null, warnings, id, fires, runs);
    }
    String reason =
        merge.taken().isEmpty()
            ? "activated"
            : "the source changed " + String.join(", ", merge.taken());
    return new Outcome(Outcome.Word.UPDATED, reason, warnings, id, fires, runs);
  }

  private @Nullable Entry find(UUID id) {
    try {
      return schedules.find(caller.orgId(), id);
    } catch (Refused refused) {
      if (refused.reason() == Reply.Reason.NO_SCHEDULE) {
        return null;
      }
      throw refused;
    }
  }

  /** What to say of a workflow that is not saved here; an executor may know it all the same. */
  private @Nullable String missingWorkflow(Target target) {
    if (!(target instanceof Target.Workflow wanted)) {
      return null;
    }
    Workflow workflow = parts.workflows().find(caller.orgId(), wanted.workflowId());
    if (workflow == null) {
      return "the workflow %s is not saved here".formatted(wanted.workflowId());
    }
    String trigger = wanted.triggerNodeId();
    return trigger == null || TriggerSchedules.has(workflow, trigger)
        ? null
        : "the workflow %s has no trigger %s".formatted(wanted.workflowId(), trigger);
  }

  private static UUID id(Imported.Key key) {
    String name =
        String.join(
            "\n", "carillon-import", "" + key.orgId(), key.source(), key.instance(), key.id());
    return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
  }
}
