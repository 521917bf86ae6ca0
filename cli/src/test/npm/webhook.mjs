// A receiver that knows of Carillon only what the standard says: it takes a delivery, and has its
// signature checked by the standard's own library.
//
//   node webhook.mjs SERVER TOKEN
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';

const [server, token] = process.argv.slice(2);

async function ask(method, path, body) {
  const answer = await fetch(server + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await answer.text();
  assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${text}`);
  return JSON.parse(text);
}

const receiver = createServer();
receiver.listen(0, '127.0.0.1');
await once(receiver, 'listening');
const delivered = once(receiver, 'request');

const { secret } = await ask('GET', '/api/v1/signing-secret');
const schedule = await ask('POST', '/api/v1/schedules', {
  name: 'Signed',
  url: `http://127.0.0.1:${receiver.address().port}/hook`,
  interval_seconds: 3600,
  payload: { bell: '🔔', text: 'ä "quoted" \\ text' },
});
await ask('POST', `/api/v1/schedules/${schedule.id}/run`);

const [request, response] = await delivered;
const parts = [];
for await (const part of request) {
  parts.push(part);
}
response.writeHead(200).end();
const body = Buffer.concat(parts).toString('utf8');

const event = new Webhook(secret).verify(body, request.headers);
assert.equal(event.payload.bell, '🔔');
assert.throws(() => new Webhook(secret).verify(body.replace('🔔', '🔕'), request.headers));
assert.throws(() => new Webhook(`whsec_${Buffer.alloc(32).toString('base64')}`).verify(body, request.headers));
const late = { ...request.headers, 'webhook-timestamp': String(Math.floor(Date.now() / 1000) - 3600) };
assert.throws(() => new Webhook(secret).verify(body, late));

await ask('GET', `/api/v1/schedules/${schedule.id}`);
receiver.close();
receiver.closeAllConnections();
console.log('all as expected');
