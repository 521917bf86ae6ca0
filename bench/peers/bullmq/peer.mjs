// BullMQ on Redis, for orientation: Redis appends to its file once a second, so that a crash of the machine
// may lose a second of what was acknowledged; the PostgreSQL of the others loses nothing.
import { Queue, Worker } from "bullmq";
import { batches, installed, serve } from "../protocol/protocol.mjs";

const QUEUE = "noop";
const connection = { host: "127.0.0.1", port: Number(process.env.REDIS_PORT), maxRetriesPerRequest: null };
const queue = new Queue(QUEUE, { connection, defaultJobOptions: { removeOnComplete: true } });
let worker;

await serve({
  version: installed("bullmq", import.meta.url),

  install: () => queue.waitUntilReady(),

  async addDue(count) {
    for (const ids of batches(count, 1000)) {
      await queue.addBulk(ids.map((id) => ({ name: QUEUE, data: { id } })));
    }
  },

  async addTimers(count, perSecond, firstAt) {
    for (const ids of batches(count, 1000)) {
      await queue.addBulk(
        ids.map((id) => {
          const due = firstAt + Math.floor(((id - 1) * 1000) / perSecond);
          return { name: QUEUE, data: { id, due }, opts: { delay: due - Date.now() } };
        }),
      );
    }
  },

  async addRecurring(count, delayMs) {
    for (const ids of batches(count, 100)) {
      await Promise.all(ids.map((id) => queue.upsertJobScheduler(`s${id}`, { every: delayMs }, { data: { id } })));
    }
  },

  addNow: (id) => queue.add(QUEUE, { id }),

  async start(ran) {
    worker = new Worker(QUEUE, async ({ data }) => ran(data.id, data.due), { connection, concurrency: 100 });
    worker.on("error", console.error);
    await worker.waitUntilReady();
  },

  async unfinished() {
    const { waiting, active } = await queue.getJobCounts("waiting", "active");
    return waiting + active;
  },

  async stop() {
    await worker?.close();
    await queue.close();
  },
});
