package dev.carillon.server;

import dev.carillon.engine.Engine;
import dev.carillon.engine.clock.Dice;
import dev.carillon.engine.clock.Ids;
import dev.carillon.engine.clock.Ticker;
import dev.carillon.engine.clock.WallClock;
import dev.carillon.engine.schedule.TargetKind;
import dev.carillon.engine.target.Carrier;
import dev.carillon.engine.target.RunContext;
import dev.carillon.server.access.ScheduleAccess;
import dev.carillon.server.executors.ExecutorResource;
import dev.carillon.server.executors.KeyResource;
import dev.carillon.server.grants.GrantResource;
import dev.carillon.server.rooms.AgentResource;
import dev.carillon.server.rooms.MessageResource;
import dev.carillon.server.rooms.RoomResource;
import dev.carillon.server.store.Agents;
import dev.carillon.server.store.Executors;
import dev.carillon.server.store.Grants;
import dev.carillon.server.store.Messages;
import dev.carillon.server.store.RoomNews;
import dev.carillon.server.store.Rooms;
import dev.carillon.server.store.ScheduleLists;
import dev.carillon.server.store.SigningKeys;
import dev.carillon.server.store.Tenants;
import dev.carillon.server.store.Workflows;
import dev.carillon.server.target.AddressGuard;
import dev.carillon.server.target.Deliverer;
import dev.carillon.server.target.ExecutorCalls;
import dev.carillon.server.target.GrantTokens;
import dev.carillon.server.target.GraphCarrier;
import dev.carillon.server.target.HttpCarrier;
import dev.carillon.server.target.HttpSender;
import dev.carillon.server.target.MessageCarrier;
import dev.carillon.server.target.RedisReader;
import dev.carillon.server.target.UrlRules;
import dev.carillon.server.target.WebhookKeys;
import dev.carillon.server.target.WorkflowCarrier;
import dev.carillon.server.web.Route;
import dev.carillon.server.workflows.WorkflowResource;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import javax.sql.DataSource;

/** What carries runs out, and what can be asked of that over HTTP. */
final class Targets implements AutoCloseable {

  private final Ids ids = Ids.system();
  private final HttpSender sender;
  private final RedisReader redis;
  private final WebhookKeys keys;
  private final SigningKeys signingKeys;
  private final Executors executors;
  private final Grants grants;
  private final Workflows workflows;
  private final Agents agents;
  private final Rooms rooms;
  private final Messages messages;
  private final RoomNews news;
  private final Map<TargetKind, Carrier> carriers;

  /**
   * @param directory where the keys are
   * @param traceHeaders what ties a receiver's trace to ours
   */
  Targets(
      Path directory,
      boolean allowPrivate,
      Tenants tenants,
      DataSource pool,
      Function<RunContext, Map<String, String>> traceHeaders) {
    sender = new HttpSender(Ticker.system(), new AddressGuard(allowPrivate));
    redis = new RedisReader(sender);
    keys = WebhookKeys.in(directory, Dice.system());
    signingKeys = new SigningKeys(tenants);
    executors = new Executors(tenants);
    grants = new Grants(tenants);
    workflows = new Workflows(tenants);
    agents = new Agents(tenants);
    rooms = new Rooms(tenants);
    messages = new Messages(tenants);
    news = new RoomNews(pool);
    WallClock clock = WallClock.system();
    Deliverer deliverer = new Deliverer(clock, sender, keys, traceHeaders);
    ExecutorCalls calls = new ExecutorCalls(executors, deliverer);
    carriers =
        Map.of(
            TargetKind.HTTP, new HttpCarrier(deliverer),
            TargetKind.WORKFLOW, new WorkflowCarrier(workflows, calls),
            TargetKind.GRAPH,
                new GraphCarrier(grants, GrantTokens.in(directory, clock, signingKeys), calls),
            TargetKind.MESSAGE, new MessageCarrier(ids, rooms, messages));
  }

  Map<TargetKind, Carrier> carriers() {
    return carriers;
  }

  HttpSender sender() {
    return sender;
  }

  /** Reads the jobs of other systems. */
  RedisReader redis() {
    return redis;
  }

  WebhookKeys keys() {
    return keys;
  }

  Rooms rooms() {
    return rooms;
  }

  Grants grants() {
    return grants;
  }

  Workflows workflows() {
    return workflows;
  }

  Messages messages() {
    return messages;
  }

  /** Which URLs may be handed in. */
  UrlRules urls() {
    return new UrlRules(sender.guard());
  }

  List<Route> routes(Engine engine, ScheduleAccess access, ScheduleLists schedules) {
    List<Route> routes = new ArrayList<>();
    routes.addAll(new ExecutorResource(executors, urls()).routes());
    routes.addAll(new KeyResource(signingKeys, keys).routes());
    routes.addAll(new GrantResource(grants, ids).routes());
    routes.addAll(new WorkflowResource(engine, workflows).routes());
    routes.addAll(new AgentResource(agents, access, schedules).routes());
    routes.addAll(new RoomResource(rooms, ids).routes());
    routes.addAll(new MessageResource(rooms, messages, news, ids).routes());
    return routes;
  }

  /** Ends all who follow a room, so that HTTP can stop. */
  AutoCloseable streams() {
    return news;
  }

  @Override
  public void close() {
    redis.close();
    sender.close();
  }
}
