package dev.carillon.server;

import dev.carillon.engine.Engine;
import dev.carillon.engine.clock.Dice;
import dev.carillon.engine.clock.Ids;
import dev.carillon.server.access.Authentication;
import dev.carillon.server.access.KeyedAnswers;
import dev.carillon.server.access.OrganizationResource;
import dev.carillon.server.access.ScheduleAccess;
import dev.carillon.server.access.Secret;
import dev.carillon.server.access.SessionResource;
import dev.carillon.server.access.SignInCode;
import dev.carillon.server.access.TokenResource;
import dev.carillon.server.config.Configuration;
import dev.carillon.server.config.Setting;
import dev.carillon.server.grants.GrantIssue;
import dev.carillon.server.imports.ImportResource;
import dev.carillon.server.mcp.McpResource;
import dev.carillon.server.overview.NodeResource;
import dev.carillon.server.overview.OverviewResource;
import dev.carillon.server.overview.UpcomingResource;
import dev.carillon.server.runs.RunMessages;
import dev.carillon.server.runs.RunPages;
import dev.carillon.server.runs.RunResource;
import dev.carillon.server.schedules.CalendarResource;
import dev.carillon.server.schedules.Drafts;
import dev.carillon.server.schedules.References;
import dev.carillon.server.schedules.ScheduleBatches;
import dev.carillon.server.schedules.ScheduleForm;
import dev.carillon.server.schedules.ScheduleListing;
import dev.carillon.server.schedules.ScheduleResource;
import dev.carillon.server.schedules.ScheduleSets;
import dev.carillon.server.schedules.ScheduleVerbs;
import dev.carillon.server.seeds.Jobs;
import dev.carillon.server.seeds.ScheduleJobs;
import dev.carillon.server.store.Health;
import dev.carillon.server.store.Imports;
import dev.carillon.server.store.Keys;
import dev.carillon.server.store.LookRoom;
import dev.carillon.server.store.NodeReports;
import dev.carillon.server.store.Organizations;
import dev.carillon.server.store.Overviews;
import dev.carillon.server.store.RunLists;
import dev.carillon.server.store.ScheduleFigures;
import dev.carillon.server.store.ScheduleLists;
import dev.carillon.server.store.ScheduleSorts;
import dev.carillon.server.store.Sessions;
import dev.carillon.server.store.Tenants;
import dev.carillon.server.store.Tokens;
import dev.carillon.server.store.Workflows;
import dev.carillon.server.web.Documents;
import dev.carillon.server.web.PageFiles;
import dev.carillon.server.web.Route;
import dev.carillon.server.web.Router;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What can be asked of this server: every resource and what it is made of, in one place.
 *
 * @param code signs whoever opened the printed link in
 * @param failuresPerMinute wrong tokens of one address before it has to wait
 * @param targets what carries runs out
 * @param room for looks that are too long for a request
 * @param further routes that were made elsewhere
 */
record Application(
    Engine engine,
    Tenants tenants,
    Secret operator,
    SignInCode code,
    int failuresPerMinute,
    Configuration configuration,
    String version,
    Targets targets,
    LookRoom room,
    List<Route> further) {

  Router router() {
    Tokens tokens = new Tokens(tenants);
    Organizations organizations = new Organizations(tenants);
    Ids ids = Ids.system();
    Sessions sessions = new Sessions(tenants);
    Authentication authentication =
        new Authentication(tokens, sessions, organizations, operator, failuresPerMinute);
    List<Route> routes = new ArrayList<>(further);
    routes.addAll(new SessionResource(authentication, sessions, code, Dice.system()).routes());
    routes.addAll(new TokenResource(tokens, ids, Dice.system()).routes());
    routes.addAll(new OrganizationResource(organizations).routes());
    ScheduleLists lists = new ScheduleLists(tenants, room);
    ScheduleAccess access = new ScheduleAccess(engine);
    References references = new References(new GrantIssue(targets.grants(), ids), targets.rooms());
    Drafts drafts = new Drafts(configuration.value(Setting.RUN_TIMEOUT), targets.urls());
    routes.addAll(new ScheduleResource(access, ids, drafts, references).routes());
    routes.addAll(new ScheduleVerbs(access, ids).routes());
    ScheduleFigures figures = new ScheduleFigures(tenants);
    routes.addAll(new ScheduleListing(lists, new ScheduleSorts(tenants, room), figures).routes());
    routes.addAll(new ScheduleBatches(access).routes());
    routes.addAll(new CalendarResource(access, figures).routes());
    routes.addAll(new ScheduleSets(access, lists, drafts, references).routes());
    RunMessages messages = new RunMessages(targets.messages());
    RunLists runs = new RunLists(tenants);
    Overviews overviews = new Overviews(tenants);
    RunPages pages = new RunPages(access, runs, lists, messages, overviews);
    routes.addAll(new RunResource(access, pages, messages).routes());
    routes.addAll(new StatusResource(engine, new Health(tenants), lists, version).routes());
    Duration lateAfter = configuration.value(Setting.LATE_AFTER);
    routes.addAll(new OverviewResource(access, overviews, figures, runs, lateAfter).routes());
    routes.addAll(new UpcomingResource(access, overviews).routes());
    routes.addAll(new NodeResource(engine, new NodeReports(tenants)).routes());
    routes.addAll(Documents.routes());
    routes.addAll(targets.routes(engine, access, lists));
    routes.addAll(
        new ImportResource(
                new ImportResource.Parts(
                    access,
                    new ScheduleForm(drafts),
                    new Imports(tenants),
                    new Workflows(tenants),
                    targets.redis()))
            .routes());
    KeyedAnswers answers = new KeyedAnswers(new Keys(tenants), ids);
    PageFiles page = new PageFiles();
    boolean behindProxy = configuration.value(Setting.BEHIND_PROXY);
    // What says the same in other words asks the routes so far, and decides nothing itself.
    Router api = new Router(routes, authentication, answers, page, behindProxy);
    routes.addAll(new McpResource(api, caller -> access.of(caller).now(), version).routes());
    routes.addAll(new ScheduleJobs(api, lists, targets.workflows()).routes());
    routes.addAll(new Jobs(api, access, lists).routes());
    return new Router(routes, authentication, answers, page, behindProxy);
  }
}
