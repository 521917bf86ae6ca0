package dev.carillon.importers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** Files of an OpenClaw, one set for each of its generations. */
public final class OpenClawSamples {

  public static final String BRIEF = "7d46d270-1f5c-4b7b-9a3f-3f0c7a5e2b11";

  /** Generation A, with jobs of its youth among them. */
  public static final String JOBS =
      """
      {"version":1,"jobs":[
       {"id":"7d46d270-1f5c-4b7b-9a3f-3f0c7a5e2b11","agentId":"ops","name":"Morning brief",
        "enabled":true,"createdAtMs":1769900000000,"updatedAtMs":1770566405123,
        "schedule":{"kind":"cron","expr":"0 7 * * *","tz":"America/Los_Angeles"},
        "sessionTarget":"isolated","wakeMode":"next-heartbeat",
        "payload":{"kind":"agentTurn","message":"Summarize overnight updates.","model":"opus",
                   "timeoutSeconds":300},
        "delivery":{"mode":"announce","channel":"slack","to":"channel:C1234567890","bestEffort":true},
        "state":{"nextRunAtMs":1770652800000,"lastRunAtMs":1770566400012,"lastRunStatus":"ok",
                 "lastStatus":"ok","lastDurationMs":5111,"consecutiveErrors":0}},
       {"id":"c19da8c4","name":"Heartbeat","enabled":true,"createdAtMs":1769900000000,
        "schedule":{"kind":"every","everyMs":1800000,"anchorMs":1769900000000},
        "sessionTarget":"main","wakeMode":"now",
        "payload":{"kind":"systemEvent","text":"Heartbeat check"},"state":{}},
       {"jobId":"legacy-1","schedule":{"cron":"0 * * * *"},"message":"Check inbox","deliver":true,
        "provider":"telegram","to":"-1001234567890:topic:123"},
       {"id":"r1","name":"Dinner","schedule":{"kind":"at","atMs":1770944400000},
        "sessionTarget":"main","wakeMode":"now",
        "payload":{"kind":"systemEvent","text":"Dinner 6:30"},"deleteAfterRun":true}
      ]}
      """;

  /** Generation B. */
  public static final String JOBS_WITHOUT_STATE =
      JOBS.replaceFirst("(?s)\"state\":\\{\"nextRunAtMs.*?}", "\"state\":{}");

  public static final String STATE =
      """
      {"version":1,"jobs":{"7d46d270-1f5c-4b7b-9a3f-3f0c7a5e2b11":{"updatedAtMs":1770566405123,
       "scheduleIdentity":"{\\"version\\":1,\\"enabled\\":true,\\"schedule\\":{\\"kind\\":\\"cron\\",\
      \\"expr\\":\\"0 7 * * *\\",\\"tz\\":\\"America/Los_Angeles\\"}}",
       "state":{"nextRunAtMs":1770652800000,"lastRunAtMs":1770566400012,"lastRunStatus":"ok",
                "lastDurationMs":5111}}}}
      """;

  public static final String LOG =
      """
      {"ts":1770480005123,"jobId":"7d46d270-1f5c-4b7b-9a3f-3f0c7a5e2b11","action":"finished",\
      "status":"error","error":"model overloaded","runAtMs":1770480000012,"durationMs":5111}
      not json
      {"ts":1770566400100,"jobId":"7d46d270-1f5c-4b7b-9a3f-3f0c7a5e2b11","action":"started"}
      {"ts":"late","jobId":"7d46d270-1f5c-4b7b-9a3f-3f0c7a5e2b11","action":"finished","status":"ok"}
      {"ts":1770566405123,"jobId":"7d46d270-1f5c-4b7b-9a3f-3f0c7a5e2b11","action":"finished",\
      "status":"ok","summary":"3 urgent mails","runAtMs":1770566400012,"durationMs":5111}
      """;

  private OpenClawSamples() {}

  /**
   * The database of generation C, or of the one after it, whose runs are among its tasks.
   *
   * @param runLogs whether there is a table of run logs
   */
  public static byte[] database(boolean runLogs) {
    try {
      Path file = Files.createTempFile("openclaw", ".sqlite");
      try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
          Statement statement = connection.createStatement()) {
        statement.executeUpdate(
            """
            create table cron_jobs (store_key text not null, job_id text not null, name text,
              enabled integer, agent_id text, schedule_kind text, schedule_expr text,
              schedule_tz text, every_ms integer, at text, payload_kind text, payload_message text,
              next_run_at_ms integer, last_run_at_ms integer, last_run_status text,
              job_json text not null, state_json text not null default '{}',
              primary key (store_key, job_id))
            """);
        statement.executeUpdate(
            """
            insert into cron_jobs values
              ('/home/a/.openclaw/cron/jobs.json', '7d46d270-1f5c-4b7b-9a3f-3f0c7a5e2b11',
               'Morning brief', 1, 'ops', 'cron', '0 7 * * *', 'America/Los_Angeles', null, null,
               'agentTurn', 'Summarize overnight updates.', 1770652800000, 1770566400012, 'ok',
               '{"name":"An older name","sessionTarget":"isolated"}', '{}'),
              ('/home/a/.openclaw/cron/jobs.json', 'off', null, 0, null, null, null, null, null,
               null, null, null, null, null, null,
               '{"name":"Off","schedule":{"kind":"every","everyMs":60000},
                 "payload":{"kind":"systemEvent","text":"t"},"enabled":true}', '{}')
            """);
        if (runLogs) {
          statement.executeUpdate(
              """
              create table cron_run_logs (store_key text, job_id text, seq integer, ts integer,
                status text, error text, run_at_ms integer, duration_ms integer, entry_json text)
              """);
          statement.executeUpdate(
              """
              insert into cron_run_logs values
                ('k', '7d46d270-1f5c-4b7b-9a3f-3f0c7a5e2b11', 1, 1770480005123, 'error',
                 'model overloaded', 1770480000012, 5111, '{}'),
                ('k', '7d46d270-1f5c-4b7b-9a3f-3f0c7a5e2b11', 2, 1770566405123, null, null, null,
                 null, '{"status":"ok","runAtMs":1770566400012,"durationMs":5111}')
              """);
        } else {
          statement.executeUpdate(
              """
              create table task_runs (task_id text, runtime text, source_id text, status text,
                started_at integer, ended_at integer, error text)
              """);
          statement.executeUpdate(
              """
              insert into task_runs values
                ('1', 'cron', '7d46d270-1f5c-4b7b-9a3f-3f0c7a5e2b11', 'failed', 1770480000012,
                 1770480005123, 'model overloaded'),
                ('2', 'cron', '7d46d270-1f5c-4b7b-9a3f-3f0c7a5e2b11', 'succeeded', 1770566400012,
                 1770566405123, null),
                ('3', 'subagent', '7d46d270-1f5c-4b7b-9a3f-3f0c7a5e2b11', 'succeeded', 1, 2, null)
              """);
        }
      }
      byte[] bytes = Files.readAllBytes(file);
      Files.delete(file);
      return bytes;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
