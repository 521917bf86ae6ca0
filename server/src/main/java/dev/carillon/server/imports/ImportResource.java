package dev.carillon.server.imports;

import dev.carillon.importers.Findings;
import dev.carillon.importers.Found;
import dev.carillon.importers.Importer;
import dev.carillon.importers.Source;
import dev.carillon.importers.Unreadable;
import dev.carillon.importers.redis.RedisException;
import dev.carillon.importers.redis.Snapshot;
import dev.carillon.server.access.ScheduleAccess;
import dev.carillon.server.schedules.ScheduleForm;
import dev.carillon.server.store.Imports;
import dev.carillon.server.store.Workflows;
import dev.carillon.server.target.RedisReader;
import dev.carillon.server.web.Answer;
import dev.carillon.server.web.Caller;
import dev.carillon.server.web.Code;
import dev.carillon.server.web.Fields;
import dev.carillon.server.web.Json;
import dev.carillon.server.web.Problem;
import dev.carillon.server.web.Request;
import dev.carillon.server.web.Route;
import dev.carillon.server.web.Scope;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Imports: what another system holds is read, reported on, and made into schedules. */
public final class ImportResource {

  private static final Logger log = LoggerFactory.getLogger(ImportResource.class);

  private static final String PATH = "/api/v1/imports/";

  /** The files of another system in one body. */
  private static final int LARGEST_BODY_BYTES = 16 * 1024 * 1024;

  /** All that imports are made with. */
  public record Parts(
      ScheduleAccess access,
      ScheduleForm form,
      Imports imports,
      Workflows workflows,
      RedisReader redis) {}

  private final Parts parts;

  public ImportResource(Parts parts) {
    this.parts = parts;
  }

  public List<Route> routes() {
    List<Route> routes = new ArrayList<>();
    for (Source source : Source.values()) {
      routes.add(
          Route.post(PATH + source.word(), Scope.WRITE, request -> Answer.ok(run(source, request)))
              .taking(LARGEST_BODY_BYTES));
    }
    return routes;
  }

  private ObjectNode run(Source source, Request request) throws InterruptedException {
    Caller caller = request.caller();
    Fields fields = request.fields();
    if (fields.given("redis_url") && !caller.may(Scope.ADMIN)) {
      throw Problem.of(
              Code.SCOPE_MISSING, "to have the server read a Redis needs a token with admin")
          .at(fields.path("redis_url"))
          .expected(Scope.ADMIN.word())
          .fix("Read it where you are with `carillon import`, which sends a snapshot.");
    }
    ImportRequest wanted = ImportRequest.of(source, fields);
    Findings findings = find(request.orgId(), wanted);
    Adoption adoption = new Adoption(parts, wanted, caller);
    ObjectNode report = Json.object().put("source", source.word()).put("dry_run", wanted.dryRun());
    ArrayNode items = report.putArray("items");
    Map<Outcome.Word, Integer> totals = new EnumMap<>(Outcome.Word.class);
    int runs = 0;
    for (Found found : findings.items()) {
      Outcome outcome = adoption.adopt(found);
      totals.merge(outcome.word(), 1, Integer::sum);
      runs += outcome.runs();
      items.add(
          outcome.json(
              found.identity().id(),
              found.name(),
              found instanceof Found.Job job ? job.next() : null));
    }
    totals(report.putObject("totals"), findings.items().size(), totals);
    report.put("runs_imported", runs);
    ArrayNode leftovers = report.putArray("leftovers");
    findings.leftovers().forEach(leftovers::add);
    if (!wanted.dryRun()) {
      tell(source, totals.getOrDefault(Outcome.Word.CREATED, 0), wanted.activate());
    }
    return report;
  }

  private static void totals(ObjectNode json, int found, Map<Outcome.Word, Integer> totals) {
    json.put("found", found);
    int sum = 0;
    for (Outcome.Word word : Outcome.Word.values()) {
      int count = totals.getOrDefault(word, 0);
      json.put(word.text(), count);
      sum += count;
    }
    if (sum != found) {
      throw new IllegalStateException("%d jobs found, %d accounted for".formatted(found, sum));
    }
  }

  private static void tell(Source source, int created, boolean activated) {
    if (activated) {
      log.info("Imported {} scheduled jobs from {}", created, source.title());
    } else {
      log.info(
          "Imported {} scheduled jobs from {} (disabled — review with `carillon list --disabled`)",
          created,
          source.title());
    }
  }

  private Findings find(int orgId, ImportRequest wanted) throws InterruptedException {
    try {
      return Importer.find(
          wanted.source(), wanted.files(), snapshot(orgId, wanted), wanted.settings());
    } catch (Unreadable e) {
      throw Problem.of(Code.IMPORT_UNREADABLE, String.valueOf(e.getMessage()))
          .fix("docs/importing.md says what is read of each system, and from where.");
    } catch (RedisException e) {
      throw Problem.of(Code.IMPORT_UNREACHABLE, String.valueOf(e.getMessage()))
          .at("$.redis_url")
          .fix("Read it where it can be reached with `carillon import`, which sends a snapshot.");
    }
  }

  private Snapshot snapshot(int orgId, ImportRequest wanted) throws InterruptedException {
    if (wanted.redis() != null) {
      return parts.redis().read(orgId, wanted.source(), wanted.redis());
    }
    return wanted.snapshot() == null ? Snapshot.empty("none") : Snapshot.parse(wanted.snapshot());
  }
}
