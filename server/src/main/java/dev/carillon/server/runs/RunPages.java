package dev.carillon.server.runs;

import dev.carillon.engine.Schedules;
import dev.carillon.engine.run.OpenRun;
import dev.carillon.engine.run.RunRecord;
import dev.carillon.engine.store.ScheduleStore.Entry;
import dev.carillon.server.access.ScheduleAccess;
import dev.carillon.server.store.Overviews;
import dev.carillon.server.store.RunFilter;
import dev.carillon.server.store.RunLists;
import dev.carillon.server.store.ScheduleLists;
import dev.carillon.server.web.Answer;
import dev.carillon.server.web.Caller;
import dev.carillon.server.web.Cursor;
import dev.carillon.server.web.Json;
import dev.carillon.server.web.Page;
import dev.carillon.server.web.Query;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Pages of runs: those of all schedules by their moment, those of one along its history. */
public final class RunPages {

  /** Parts of a long history that are read for one page when few of its runs pass the filter. */
  private static final int MOST_PARTS = 50;

  private static final int PART = 200;

  /** A run and its place in the list. */
  private record Row(UUID id, UUID scheduleId, boolean open, ObjectNode json) {

    static Row of(OpenRun run) {
      return new Row(run.id(), run.scheduleId(), true, RunJson.of(run));
    }

    static Row of(RunRecord run) {
      return new Row(run.id(), run.scheduleId(), false, RunJson.of(run));
    }
  }

  /**
   * What was found for a page, up to one row more than it shows.
   *
   * @param end the run that was looked at last, when the look ended before the list did
   */
  private record Found(List<Row> rows, @Nullable UUID end) {

    static Found all(List<Row> rows) {
      return new Found(rows, null);
    }
  }

  private final ScheduleAccess access;
  private final RunLists runs;
  private final ScheduleLists schedules;
  private final RunMessages messages;
  private final Overviews overviews;

  public RunPages(
      ScheduleAccess access,
      RunLists runs,
      ScheduleLists schedules,
      RunMessages messages,
      Overviews overviews) {
    this.access = access;
    this.runs = runs;
    this.schedules = schedules;
    this.messages = messages;
    this.overviews = overviews;
  }

  /**
   * The page that is asked for. The list of one schedule has two parts, and a cursor says which it
   * is of: a run that was open when it was shown may have ended since.
   */
  static Page page(Query query, RunFilter filter) {
    return filter.scheduleId() == null
        ? Page.of(query, ended(filter))
        : Page.of(query, open(filter), ended(filter));
  }

  private static String open(RunFilter filter) {
    return "open runs " + filter;
  }

  private static String ended(RunFilter filter) {
    return "runs " + filter;
  }

  /**
   * @param named whether each run says what its schedule is called
   */
  Answer answer(Caller caller, RunFilter filter, Page page, boolean named) {
    UUID scheduleId = filter.scheduleId();
    Found found =
        scheduleId != null
            ? ofSchedule(caller, filter, scheduleId, page)
            : caller.agent() ? ofAgent(caller, filter, page) : ofAll(caller, filter, page);
    boolean more = found.rows().size() > page.limit();
    List<Row> shown = more ? found.rows().subList(0, page.limit()) : found.rows();
    messages.fill(caller.orgId(), shown.stream().map(Row::json).toList());
    if (named) {
      name(caller.orgId(), shown);
    }
    ArrayNode items = Json.object().arrayNode();
    shown.forEach(row -> items.add(row.json()));
    boolean amongOpen = scheduleId != null && more && shown.getLast().open();
    return Answer.ok(
        Cursor.page(
            items,
            more ? shown.getLast().id() : found.end(),
            amongOpen ? open(filter) : ended(filter)));
  }

  /** One statement has the names of all; a schedule that is gone has none. */
  private void name(int orgId, List<Row> rows) {
    Map<UUID, String> names =
        overviews.names(orgId, rows.stream().map(Row::scheduleId).distinct().toList());
    rows.forEach(row -> row.json().put("schedule_name", names.get(row.scheduleId())));
  }

  private Found ofAll(Caller caller, RunFilter filter, Page page) {
    return Found.all(
        byMoment(runs.list(caller.orgId(), filter, page.after(), page.rows()), page.rows()));
  }

  private static List<Row> byMoment(RunLists.Runs found, int limit) {
    List<Row> rows = new ArrayList<>();
    found.open().forEach(run -> rows.add(Row.of(run)));
    found.settled().forEach(run -> rows.add(Row.of(run)));
    rows.sort((one, other) -> RunLists.unsigned(other.id(), one.id()));
    return rows.subList(0, Math.min(limit, rows.size()));
  }

  /** An agent sees the runs of its own schedules. */
  private Found ofAgent(Caller caller, RunFilter filter, Page page) {
    List<Row> rows = new ArrayList<>();
    UUID after = page.after();
    for (int part = 0; part < MOST_PARTS && rows.size() < page.rows(); part++) {
      List<Row> all = byMoment(runs.list(caller.orgId(), filter, after, PART), PART);
      Set<UUID> ids = new HashSet<>();
      all.forEach(row -> ids.add(row.scheduleId()));
      Set<UUID> own = new HashSet<>();
      for (Entry entry : schedules.named(caller.orgId(), List.of(), ids)) {
        if (ScheduleAccess.manages(caller, entry.schedule())) {
          own.add(entry.schedule().id());
        }
      }
      all.stream().filter(row -> own.contains(row.scheduleId())).forEach(rows::add);
      if (all.size() < PART) {
        return Found.all(rows);
      }
      after = all.getLast().id();
    }
    return new Found(rows, after);
  }

  /**
   * What is open first, then its history from the newest on. A run that ends while pages are turned
   * may be shown twice; none is left out.
   */
  private Found ofSchedule(Caller caller, RunFilter filter, UUID scheduleId, Page page) {
    Schedules engine = access.of(caller);
    int orgId = caller.orgId();
    if (caller.agent() && !manages(caller, scheduleId)) {
      return Found.all(List.of());
    }
    UUID after = page.after();
    boolean amongOpen = page.list().equals(open(filter));
    List<Row> rows = new ArrayList<>();
    if (amongOpen) {
      runs.open(orgId, filter, after, page.rows()).forEach(run -> rows.add(Row.of(run)));
    }
    UUID before = amongOpen ? null : after;
    for (int part = 0; part < MOST_PARTS && rows.size() < page.rows(); part++) {
      List<RunRecord> history = engine.history(orgId, scheduleId, before, PART);
      history.stream()
          .filter(run -> filter.passes(run.status(), run.origin(), run.slotAt()))
          .filter(run -> !amongOpen || !run.id().equals(after))
          .forEach(run -> rows.add(Row.of(run)));
      if (history.size() < PART) {
        return Found.all(rows);
      }
      before = history.getLast().id();
    }
    return new Found(rows, before);
  }

  private boolean manages(Caller caller, UUID scheduleId) {
    List<Entry> found = schedules.named(caller.orgId(), List.of(), List.of(scheduleId));
    return !found.isEmpty() && ScheduleAccess.manages(caller, found.getFirst().schedule());
  }
}
