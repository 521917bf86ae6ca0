package dev.carillon.server;

import dev.carillon.engine.Engine;
import dev.carillon.engine.clock.Dice;
import dev.carillon.engine.clock.Ids;
import dev.carillon.server.access.Authentication;
import dev.carillon.server.access.KeyedAnswers;
import dev.carillon.server.access.OrganizationResource;
import dev.carillon.server.access.ScheduleAccess;
import dev.carillon.server.access.Secret;
import dev.carillon.server.access.TokenResource;
import dev.carillon.server.grants.GrantIssue;
import dev.carillon.server.mcp.McpResource;
import dev.carillon.server.runs.RunMessages;
import dev.carillon.server.runs.RunPages;
import dev.carillon.server.runs.RunResource;
import dev.carillon.server.schedules.Drafts;
import dev.carillon.server.schedules.ScheduleResource;
import dev.carillon.server.schedules.ScheduleSets;
import dev.carillon.server.schedules.ScheduleVerbs;
import dev.carillon.server.seeds.Jobs;
import dev.carillon.server.seeds.ScheduleJobs;
import dev.carillon.server.store.Health;
import dev.carillon.server.store.Keys;
import dev.carillon.server.store.Organizations;
import dev.carillon.server.store.RunLists;
import dev.carillon.server.store.ScheduleLists;
import dev.carillon.server.store.Tenants;
import dev.carillon.server.store.Tokens;
import dev.carillon.server.web.Documents;
import dev.carillon.server.web.Route;
import dev.carillon.server.web.Router;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What can be asked of this server: every resource and what it is made of, in one place.
 *
 * @param failuresPerMinute wrong tokens of one address before it has to wait
 * @param runTimeout longest attempt where neither the schedule nor its target's kind says
 * @param targets what carries runs out
 * @param further routes that were made elsewhere
 */
record Application(
    Engine engine,
    Tenants tenants,
    Secret operator,
    int failuresPerMinute,
    Duration runTimeout,
    String version,
    Targets targets,
    List<Route> further) {

  Router router() {
    Tokens tokens = new Tokens(tenants);
    Organizations organizations = new Organizations(tenants);
    Ids ids = Ids.system();
    List<Route> routes = new ArrayList<>(further);
    routes.addAll(new TokenResource(tokens, ids, Dice.system()).routes());
    routes.addAll(new OrganizationResource(organizations).routes());
    ScheduleLists lists = new ScheduleLists(tenants);
    ScheduleAccess access = new ScheduleAccess(engine);
    GrantIssue grants = new GrantIssue(targets.grants(), ids);
    Drafts drafts = new Drafts(runTimeout, targets.urls());
    routes.addAll(new ScheduleResource(access, lists, ids, drafts, grants).routes());
    routes.addAll(new ScheduleVerbs(access, ids).routes());
    routes.addAll(new ScheduleSets(access, lists, drafts, grants).routes());
    RunMessages messages = new RunMessages(targets.messages());
    RunPages pages = new RunPages(access, new RunLists(tenants), lists, messages);
    routes.addAll(new RunResource(access, pages, messages).routes());
    routes.addAll(new StatusResource(engine, new Health(tenants), lists, version).routes());
    routes.addAll(Documents.routes());
    routes.addAll(targets.routes(engine, access, lists));
    Authentication authentication =
        new Authentication(tokens, organizations, operator, failuresPerMinute);
    KeyedAnswers answers = new KeyedAnswers(new Keys(tenants), ids);
    // What says the same in other words asks the routes so far, and decides nothing itself.
    Router api = new Router(routes, authentication, answers);
    routes.addAll(new McpResource(api, caller -> access.of(caller).now(), version).routes());
    routes.addAll(new ScheduleJobs(api, lists, targets.workflows()).routes());
    routes.addAll(new Jobs(api, access, lists).routes());
    return new Router(routes, authentication, answers);
  }
}
