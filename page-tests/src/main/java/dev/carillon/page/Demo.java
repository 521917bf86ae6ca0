package dev.carillon.page;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Fills an organization with schedules as a small company has them: most well, some not. */
final class Demo {

  private static final String BERLIN = "Europe/Berlin";
  private static final String NEW_YORK = "America/New_York";

  private final Api api;
  private final Receiver receiver;

  Demo(Api api, Receiver receiver) {
    this.api = api;
    this.receiver = receiver;
  }

  /** What the nightly schedules did in the last months, as runs of their past slots. */
  void remember() {
    Instant now = Instant.now();
    for (JsonNode schedule : api.get("/schedules?limit=200").get("items")) {
      String cron = schedule.get("cron").asString("");
      if (schedule.get("status").stringValue().equals("active") && cron.matches("\\d+ .* \\* .*")) {
        boolean often = cron.contains("/") || cron.matches("\\d+ \\* .*");
        api.post(
            "/schedules/" + schedule.get("id").stringValue() + "/backfill",
            Map.of(
                "from",
                now.minus(often ? Duration.ofHours(20) : Duration.ofDays(95)).toString(),
                "to",
                now.toString()));
      }
    }
  }

  /** Everything, in the order in which it depends on one another. */
  void fill() {
    executorsAndWorkflows();
    agents();
    steady();
    busy();
    failing();
    endedByPeople();
    graphs();
    webhooksAndTokens();
  }

  private void executorsAndWorkflows() {
    api.put("/executors/default", Map.of("url", receiver.url("/ok")));
    api.put("/executors/langgraph", Map.of("url", receiver.url("/ok")));
    api.put(
        "/workflows/daily-report",
        Map.of(
            "name",
            "Daily report",
            "triggers",
            List.of(
                trigger("every-morning", "collect", "30 6 * * 1-5", BERLIN),
                trigger("month-end", "collect", "0 18 L * *", BERLIN),
                Map.of("id", "on-upload", "type", "webhook", "nodeId", "ingest")),
            "definition",
            Map.of("nodes", List.of("collect", "render", "mail"), "owner", "finance")));
    api.put(
        "/workflows/onboarding",
        Map.of(
            "name",
            "Customer onboarding",
            "triggers",
            List.of(trigger("chase", "remind", "0 10 * * 2,4", NEW_YORK))));
  }

  private static Map<String, Object> trigger(String id, String node, String cron, String zone) {
    return Map.of(
        "id",
        id,
        "type",
        "schedule",
        "nodeId",
        node,
        "active",
        true,
        "settings",
        Map.of("cronExpression", cron, "timezone", zone));
  }

  private void agents() {
    api.put("/agents/frank", Map.of("name", "Frank", "description", "Reads the mail, sorts it"));
    api.put("/agents/mira", Map.of("name", "Mira", "description", "On call for the platform"));
    message("Morning mail", "frank", "Check the mail and sort it by urgency.", "0 8 * * 1-5");
    message("Standup notes", "mira", "Collect what the team did yesterday.", "45 9 * * 1-5");
    api.schedule(
        Map.of(
            "name",
            "Watch the error budget",
            "interval_seconds",
            45,
            "agent_id",
            "mira",
            "payload_kind",
            "system_event",
            "payload_text",
            "Error budget of checkout: 99.93 % of 99.9 %."));
  }

  private void message(String name, String agent, String text, String cron) {
    api.schedule(
        Map.of(
            "name",
            name,
            "cron",
            cron,
            "timezone",
            BERLIN,
            "agent_id",
            agent,
            "payload_text",
            text));
  }

  private void steady() {
    http("Nightly inventory sync", "0 2 * * *", BERLIN, "/ok");
    http("Invoice reminders", "0 9 * * 1-5", BERLIN, "/ok");
    http("Search index rebuild", "0 3 * * 7", "UTC", "/ok");
    http("Certificate expiry check", "15 7 * * *", "UTC", "/ok");
    http("Payroll export", "0 16 LW * *", NEW_YORK, "/ok");
    http("Sanctions list update", "30 */4 * * *", "UTC", "/flaky");
    http("Sitemap", "5 * * * *", "UTC", "/ok");
    http("Customer digest", "0 17 * * 5", NEW_YORK, "/ok");
    http("Backup verification", "20 4 * * *", BERLIN, "/flaky");
  }

  private void busy() {
    every("Exchange rates", 15, "/ok");
    every("Cache warm-up", 40, "/ok");
    every("Checkout probe, eu-west", 12, "/flaky");
    every("Checkout probe, us-east", 12, "/ok");
    every("Queue depth to metrics", 20, "/ok");
    http("Outbox sweep", "* * * * *", "UTC", "/ok");
    http("Feature flag refresh", "*/2 * * * *", "UTC", "/ok");
    http("Stock levels to shop", "*/5 * * * *", BERLIN, "/flaky");
    http("Abandoned carts", "*/15 * * * *", BERLIN, "/ok");
  }

  private void failing() {
    broken("Warehouse stock import", 3, "paused");
    broken("Legacy FTP pull", 2, "dead");
    Map<String, Object> weak = new HashMap<>(body("Partner price feed", "/fail"));
    weak.put("interval_seconds", 25);
    weak.put("max_retries", 0);
    weak.put("max_failures", 0);
    api.schedule(weak);
  }

  private void broken(String name, int failures, String then) {
    Map<String, Object> body = new HashMap<>(body(name, "/fail"));
    body.put("interval_seconds", 1);
    body.put("max_retries", 0);
    body.put("max_failures", failures);
    body.put("on_max_failures", then);
    api.schedule(body);
  }

  private void endedByPeople() {
    String paused = http("Black Friday price push", "0 0 27 11 *", BERLIN, "/ok");
    api.post("/schedules/" + paused + "/pause", Map.of("reason", "until marketing has decided"));
    String stopped = http("Old CRM export", "0 5 * * *", "UTC", "/ok");
    api.post("/schedules/" + stopped + "/stop", Map.of("reason", "the CRM is gone"));
    Map<String, Object> few = new HashMap<>(body("Migration batches", "/ok"));
    few.put("interval_seconds", 1);
    few.put("total_repeats", 3);
    api.schedule(few);
    Map<String, Object> once = new HashMap<>(body("Switch to the new tax rates", "/ok"));
    once.put("run_at", Instant.now().plus(46, ChronoUnit.DAYS).truncatedTo(ChronoUnit.HOURS));
    api.schedule(once);
  }

  private void graphs() {
    Instant soon = Instant.now().plus(Duration.ofHours(52));
    String grant =
        api.post(
                "/grants",
                Map.of(
                    "user_id", "ada", "billing_account_id", "acc-7", "expires_at", soon.toString()))
            .get("id")
            .stringValue();
    api.post(
        "/grants",
        Map.of(
            "user_id", "grace", "billing_account_id", "acc-9", "scopes", List.of("graph:execute")));
    api.schedule(
        Map.of(
            "name",
            "Weekly poem for the newsletter",
            "cron",
            "0 7 * * 1",
            "timezone",
            BERLIN,
            "graph_id",
            "langgraph:poet",
            "grant_id",
            grant,
            "payload",
            Map.of("topic", "autumn")));
  }

  private void webhooksAndTokens() {
    api.post(
        "/webhooks",
        Map.of(
            "url",
            receiver.url("/ok"),
            "description",
            "Pager",
            "types",
            List.of("schedule.dead", "schedule.paused", "schedule.late")));
    api.newToken("user:ada", "read", "write", "run");
    api.newToken("agent:mira", "read", "write", "run");
    api.newToken("user:dashboard", "read");
  }

  private String http(String name, String cron, String zone, String path) {
    Map<String, Object> body = new HashMap<>(body(name, path));
    body.put("cron", cron);
    body.put("timezone", zone);
    if (path.equals("/flaky")) {
      body.put("max_retries", 0);
    }
    return api.schedule(body);
  }

  private void every(String name, int seconds, String path) {
    Map<String, Object> body = new HashMap<>(body(name, path));
    body.put("interval_seconds", seconds);
    body.put("max_retries", 0);
    body.put("max_failures", 0);
    api.schedule(body);
  }

  /**
   * @param answers /ok, /fail or /flaky: how what it calls answers
   */
  private Map<String, Object> body(String name, String answers) {
    String path = "/hooks/" + name.toLowerCase(Locale.ROOT).replaceAll("[^a-z]+", "-");
    switch (answers) {
      case "/fail" -> receiver.answer(path, 503);
      case "/flaky" -> receiver.weaken(path);
      default -> receiver.answer(path, 200);
    }
    return Map.of("name", name, "url", receiver.url(path), "payload", Map.of("source", "demo"));
  }
}
