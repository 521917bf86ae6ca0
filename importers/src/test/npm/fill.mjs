// Fills a Redis with repeatable jobs, each queue by the package and version its name says.
// node fill.mjs PORT            prints one line of JSON: what each queue itself says of its jobs
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const connection = { host: '127.0.0.1', port: Number(process.argv[2]) };
const report = {};

const opts = { attempts: 4, backoff: { type: 'exponential', delay: 3000 } };
const s2 = { workflowId: 'wf-1', triggerId: 'trigger-node-123', userId: 'u1' };

for (const name of ['bull3', 'bull4']) {
  const Bull = require(name);
  const queue = new Bull(name, { redis: connection });
  await queue.add('digest', { team: 'eu' }, { ...opts, repeat: { cron: '0 8 * * 1-5', tz: 'Europe/Berlin' } });
  await queue.add('wf-1', s2, { jobId: 'wf-1-trigger-node-123', repeat: { cron: '30 9 * * *', tz: 'UTC' } });
  await queue.add({ beat: true }, { repeat: { every: 300000 } });
  await queue.add('odd:name', { n: 7 }, { repeat: { every: 420000, limit: 5 } });
  await queue.add('ends', {}, { repeat: { cron: '0 0 1 * *', tz: 'UTC', endDate: '2999-01-01T00:00:00Z' } });
  report[name] = await queue.getRepeatableJobs();
  await queue.close();
}

for (const name of ['bullmq1', 'bullmq2', 'bullmq3', 'bullmq4', 'bullmq59', 'bullmq510', 'bullmq516', 'bullmq541', 'bullmq5', 'bullmq6']) {
  const { Queue, QueueScheduler } = require(name);
  const queue = new Queue(name, { connection });
  await queue.waitUntilReady();
  const pattern = name === 'bullmq1' || name === 'bullmq2' ? 'cron' : 'pattern';
  if (name !== 'bullmq6') {
    await queue.add('digest', { team: 'eu' }, { ...opts, repeat: { [pattern]: '0 8 * * 1-5', tz: 'Europe/Berlin' } });
    await queue.add('wf-1', s2, { jobId: 'wf-1-trigger-node-123', repeat: { [pattern]: '30 9 * * *', tz: 'UTC' } });
    await queue.add('beat', { beat: true }, { repeat: { every: 300000 } });
    await queue.add('limited', { n: 7 }, { repeat: { every: 420000, limit: 5 } });
    report[name] = await queue.getRepeatableJobs();
  }
  if (queue.upsertJobScheduler) {
    await queue.upsertJobScheduler('daily-digest', { pattern: '0 8 * * 1-5', tz: 'Europe/Berlin' },
      { name: 'digest', data: { team: 'eu' }, opts });
    await queue.upsertJobScheduler('every-seven', { every: 420000 }, { name: 'seven', data: { n: 7 } });
    report[name + '-schedulers'] = await queue.getJobSchedulers();
  }
  await queue.close();
}

process.stdout.write(JSON.stringify(report) + '\n');
process.exit(0);
