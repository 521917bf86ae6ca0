// pg-boss: jobs are rows that stay for a week after they are completed. Its schedules are cron lines of
// whole minutes: no recurring schedules of seconds, so it has no addRecurring.
import pg from "pg";
import { PgBoss } from "pg-boss";
import { batches, installed, serve } from "../protocol/protocol.mjs";

const QUEUE = "noop";

// Workers fetch on and on while batches are full, and are woken by notices when they were idle. No notice tells
// that a job planned ahead has come due, so they also poll, as often as they would without notices.
const WORK = {
  batchSize: 2000,
  localConcurrency: 4,
  burstWhenBatchFull: true,
  pollingIntervalSeconds: 2,
  notifyPollingIntervalSeconds: 2,
};

const pgPool = new pg.Pool({ max: 2 });
// The connection is taken from the environment, as by every program of PostgreSQL.
const boss = new PgBoss({ connectionString: "postgres://", max: 10, useListenNotify: true });
boss.on("error", console.error);
let started;
const ready = () => (started ??= boss.start());

const insert = async (jobs) => {
  await ready();
  await boss.insert(QUEUE, jobs);
};

await serve({
  version: installed("pg-boss", import.meta.url),

  async install() {
    await ready();
    await boss.createQueue(QUEUE, { notify: true });
  },

  async addDue(count) {
    for (const ids of batches(count, 5000)) await insert(ids.map((id) => ({ data: { id } })));
  },

  async addTimers(count, perSecond, firstAt) {
    for (const ids of batches(count, 5000)) {
      await insert(
        ids.map((id) => {
          const due = firstAt + Math.floor(((id - 1) * 1000) / perSecond);
          return { data: { id, due }, startAfter: new Date(due).toISOString() };
        }),
      );
    }
  },

  async addNow(id) {
    await boss.send(QUEUE, { id });
  },

  async start(ran) {
    await ready();
    await boss.work(QUEUE, WORK, async (jobs) => {
      await Promise.all(jobs.map(({ data }) => ran(data.id, data.due)));
    });
  },

  async unfinished() {
    const { rows } = await pgPool.query(
      "select count(*)::int as n from pgboss.job where name = $1 and state < 'completed' and start_after <= now()",
      [QUEUE],
    );
    return rows[0].n;
  },

  async stop() {
    await boss.stop({ graceful: true, timeout: 10_000 });
  },
});
