import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** What the built page contains of others; their licences ask to be told along. */
const PARTS = ['preact', '@preact/signals', '@preact/signals-core', 'uplot', '@fontsource-variable/inter'];

/** Writes the licences of all parts into one file beside the page. */
export function licenses(): Plugin {
  return {
    name: 'licenses',
    apply: 'build',
    generateBundle() {
      const texts = PARTS.map((part) => `${part}\n\n${license(part).trim()}\n`);
      this.emitFile({
        type: 'asset',
        fileName: 'licenses.txt',
        source: texts.join(`\n${'-'.repeat(80)}\n\n`),
      });
    },
  };
}

function license(part: string): string {
  return readFileSync(new URL(`../node_modules/${part}/LICENSE`, import.meta.url), 'utf8');
}
