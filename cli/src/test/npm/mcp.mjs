// Talks to Carillon over one transport, as an agent program would, and fails on any surprise.
//   node mcp.mjs http URL TOKEN
//   node mcp.mjs stdio COMMAND [ARGUMENT …]      (server and token in CARILLON_SERVER, CARILLON_TOKEN)
import assert from 'node:assert/strict';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

function transport([kind, ...rest]) {
  if (kind === 'stdio') {
    const [command, ...args] = rest;
    const { CARILLON_SERVER, CARILLON_TOKEN } = process.env;
    return new StdioClientTransport({ command, args, env: { CARILLON_SERVER, CARILLON_TOKEN } });
  }
  const [url, token] = rest;
  const requestInit = { headers: { Authorization: `Bearer ${token}` } };
  return new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit });
}

const client = new Client({ name: 'carillon-test', version: '1.0.0' });
await client.connect(transport(process.argv.slice(2)));

/** What a tool says as data; the client has held it against the tool's output schema. */
async function call(name, args = {}) {
  const result = await client.callTool({ name, arguments: args });
  assert.equal(result.isError ?? false, false, JSON.stringify(result));
  assert.equal(result.content[0].type, 'text');
  return result.structuredContent;
}

async function refused(name, args = {}) {
  const result = await client.callTool({ name, arguments: args });
  assert.equal(result.isError, true, JSON.stringify(result));
  return result.content[0].text;
}

assert.equal(client.getServerVersion().name, 'carillon');
assert.match(client.getInstructions(), /preview_schedule/);
await client.ping();

const { tools } = await client.listTools();
assert.deepEqual(tools.map((tool) => tool.name).sort(), [
  'create_schedule', 'list_schedules', 'pause_schedule', 'preview_schedule',
  'resume_schedule', 'run_schedule', 'schedule_history', 'stop_schedule',
]);
for (const tool of tools) {
  assert.equal(tool.inputSchema.type, 'object');
  assert.ok(tool.outputSchema, tool.name);
}

assert.deepEqual((await call('list_schedules')).schedules, []);
const preview = await call('preview_schedule', { when: 'every weekday at 9am', timezone: 'Europe/Berlin' });
assert.equal(preview.slots.length, 5);

const made = await call('create_schedule', { name: 'Post ✉', every: '10m', message: 'Grüße, 世界' });
assert.equal(made.understood, 'every 10m');
assert.equal(made.schedule.payload_text, 'Grüße, 世界');
assert.equal(made.next_runs.length, 3);
const schedule = made.schedule.id;

const paused = await call('pause_schedule', { schedule: 'Post ✉', reason: 'lunch' });
assert.equal(paused.schedule.status, 'paused');
assert.equal((await call('resume_schedule', { schedule })).schedule.status, 'active');

const { run } = await call('run_schedule', { schedule });
let history;
for (let look = 0; look < 600; look += 1) {
  history = await call('schedule_history', { schedule });
  if (history.runs[0]?.status === 'success') break;
  await new Promise((resolve) => { setTimeout(resolve, 50); });
}
assert.equal(history.runs[0].id, run.id);
assert.equal(history.runs[0].status, 'success');

assert.match(await refused('create_schedule', { every: '10m' }), /does not say what a run does/);
assert.match(await refused('create_schedule', { when: 'soonish', message: 'x' }), /not understood/);
assert.match(await refused('pause_schedule', { schedule: 'nobody' }), /there is no schedule called/);

assert.equal((await call('stop_schedule', { schedule })).schedule.status, 'stopped');
assert.equal((await call('stop_schedule', { schedule, delete: true })).deleted, true);
assert.deepEqual((await call('list_schedules')).schedules, []);

await client.close();
console.log('all as expected');
