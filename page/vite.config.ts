import { readFileSync } from 'node:fs';
import { defineConfig } from 'vite';
import { licenses } from './build/licenses.ts';

/** The server that `npm run dev` shows: CARILLON_URL, with the token in the file CARILLON_TOKEN_FILE. */
const server = process.env['CARILLON_URL'] ?? 'http://127.0.0.1:7373';
const tokenFile = process.env['CARILLON_TOKEN_FILE'];
const headers: Record<string, string> = tokenFile
  ? { Authorization: `Bearer ${readFileSync(tokenFile, 'utf8').trim()}` }
  : {};

export default defineConfig({
  plugins: [licenses()],
  server: { host: '127.0.0.1', proxy: { '/api': { target: server, headers } } },
  build: {
    outDir: '../server/src/main/resources/dev/carillon/server/page',
    emptyOutDir: true,
    target: 'es2022',
    assetsDir: 'assets',
    // A data: address would need a hole in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
