// Connects as every snippet of docs/mcp.md says, read from the page itself.
//   node docs.mjs PAGE URL TOKEN LAUNCHER
import { readFileSync } from 'node:fs';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const [page, url, token, launcher] = process.argv.slice(2);
const text = readFileSync(page, 'utf8')
  .replaceAll('car_…', token)
  .replaceAll('${input:token}', token)
  .replaceAll('/path/to/carillon', launcher)
  .replaceAll(/(?<=["=\s])URL(?=["\s/])/g, url);
const connecting = text.slice(text.indexOf('## Connecting'), text.indexOf('## What to know'));

async function connect(what, transport) {
  const client = new Client({ name: 'docs', version: '1' });
  await client.connect(transport);
  const { tools } = await client.listTools();
  await client.close();
  if (tools.length !== 8) throw new Error(`${what}: ${tools.length} tools`);
  console.log(`${what}: connected`);
}

const http = (what, address, headers) =>
  connect(what, new StreamableHTTPClientTransport(new URL(address), { requestInit: { headers } }));
const stdio = (what, command, args, env) =>
  connect(what, new StdioClientTransport({ command, args, env, stderr: 'inherit' }));

function server(what, it) {
  return it.url ? http(what, it.url, it.headers) : stdio(what, it.command, it.args, it.env);
}

/** The words of a line of a shell. */
const words = (line) => [...line.matchAll(/"([^"]*)"|(\S+)/g)].map((m) => m[1] ?? m[2]);

async function claude(line) {
  const all = words(line);
  const dashes = all.indexOf('--');
  const after = (flag) => all.flatMap((word, i) => (word === flag ? [all[i + 1]] : []));
  if (dashes < 0) {
    const headers = Object.fromEntries(after('--header').map((h) => h.split(/:\s*/, 2)));
    return http(line.slice(0, 40), all.find((word) => word.startsWith('http://')), headers);
  }
  const env = Object.fromEntries(after('--env').map((e) => e.split('=', 2)));
  return stdio(line.slice(0, 40), all[dashes + 1], all.slice(dashes + 2), env);
}

let snippets = 0;
for (const line of connecting.match(/^claude mcp add .*$/gm)) {
  await claude(line);
  snippets++;
}
for (const json of connecting.match(/\{"(?:mcpServers|servers)"[^`]*\}/g)) {
  const { mcpServers, servers } = JSON.parse(json);
  await server(json.slice(0, 60).replaceAll('\n', ' '), (mcpServers ?? servers).carillon);
  snippets++;
}
const toml = /command = "(.*)"\nargs = (\[.*\])\nenv = \{ (.*) \}/.exec(connecting);
const env = Object.fromEntries([...toml[3].matchAll(/(\w+) = "([^"]*)"/g)].map((m) => [m[1], m[2]]));
await stdio('toml', toml[1], JSON.parse(toml[2]), env);
snippets++;
for (const python of connecting.matchAll(/"url": "([^"]*)",\s*"headers": (\{[^}]*\})/g)) {
  await http('"url", "headers"', python[1], JSON.parse(python[2]));
  snippets++;
}
console.log(`${snippets} snippets, all as expected`);
