// graphile-worker: jobs are rows that are deleted when done. Its crontab is a file read at start, with
// whole minutes: no recurring schedules made at run time, so it has no addRecurring.
import { Logger, makeWorkerUtils, run, runMigrations } from "graphile-worker";
import pg from "pg";
import { batches, installed, serve } from "../protocol/protocol.mjs";

// The settings its own performance test and documentation name for throughput; else its defaults.
const BEST = {
  concurrentJobs: 24,
  maxPoolSize: 25,
  localQueue: { size: 500, refetchDelay: { durationMs: 10 } },
  completeJobBatchDelay: 0,
  failJobBatchDelay: 0,
  getQueueNameBatchDelay: 0,
};

const quiet = new Logger(() => (level, message) => {
  if (level === "error") console.error(message);
});
const pgPool = new pg.Pool({ max: 25 });
const options = {
  preset: { worker: { ...(process.env.PEER_SETTINGS === "best" ? BEST : {}), logger: quiet } },
  pgPool,
  noHandleSignals: true,
};
let utils;
let runner;

const add = async (specs) => {
  utils ??= await makeWorkerUtils(options);
  await utils.addJobs(specs);
};

await serve({
  version: installed("graphile-worker", import.meta.url),

  install: () => runMigrations(options),

  async addDue(count) {
    for (const ids of batches(count, 5000)) {
      await add(ids.map((id) => ({ identifier: "noop", payload: { id } })));
    }
  },

  async addTimers(count, perSecond, firstAt) {
    for (const ids of batches(count, 5000)) {
      await add(
        ids.map((id) => {
          const due = firstAt + Math.floor(((id - 1) * 1000) / perSecond);
          return { identifier: "noop", payload: { id, due }, runAt: new Date(due) };
        }),
      );
    }
  },

  async addNow(id) {
    utils ??= await makeWorkerUtils(options);
    await utils.addJob("noop", { id });
  },

  async start(ran) {
    runner = await run({ ...options, taskList: { noop: async ({ id, due }) => ran(id, due) } });
  },

  async unfinished() {
    const { rows } = await pgPool.query("select count(*)::int as n from graphile_worker.jobs where run_at <= now()");
    return rows[0].n;
  },

  stop: () => runner?.stop(),
});
