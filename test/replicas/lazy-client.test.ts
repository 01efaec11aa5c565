/** The client of the store is in dist/proxy.js, and nothing of it is evaluated unless SHARED_STATE_URL is set. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

const BUNDLE = 'dist/proxy.js';
const MOST_BYTES = 3_000_000;

type Range = { readonly startOffset: number; readonly endOffset: number; readonly count: number };
type Coverage = {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly { readonly ranges: readonly Range[] }[];
  }[];
};

/** Where the modules of the client begin in the bundle. */
function clientModules(text: string): readonly number[] {
  const found = text.matchAll(/"node_modules\/@redis\/client\/[^"]+"\s*\(/g);
  return Array.from(found, ({ index }) => index);
}

/** How many of the modules have run in a process that starts, listens and stops. */
async function modulesRun(environment: Readonly<Record<string, string>>): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-coverage-'));
  const child = spawn(process.execPath, [BUNDLE], {
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_V8_COVERAGE: folder,
      PORT: '0',
      ACCESS_LOG: 'off',
      AUDIT_LOG: 'off',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const chunk of child.stdout) if (String(chunk).includes('Listening')) break;
  child.kill('SIGTERM');
  await once(child, 'close');
  const reports = readdirSync(folder).map(
    (name): Coverage => JSON.parse(readFileSync(join(folder, name), 'utf8')),
  );
  rmSync(folder, { recursive: true });
  const scripts = reports.flatMap(({ result }) => result).filter(({ url }) => url.endsWith(BUNDLE));
  assert.equal(scripts.length, 1);
  const modules = clientModules(readFileSync(BUNDLE, 'utf8'));
  assert.ok(modules.length > 40, `${modules.length} modules of the client`);
  const functions = scripts[0]?.functions ?? [];
  return modules.filter((offset) =>
    functions.some(({ ranges: [range] }) => {
      if (range === undefined || range.count === 0) return false;
      // The function of a module begins where its name stands.
      return Math.abs(range.startOffset - offset) <= 2;
    }),
  ).length;
}

test('the bundle is one file of less than 3 MB', () => {
  assert.ok(readFileSync(BUNDLE).length < MOST_BYTES);
});

test('nothing of the client is evaluated unless SHARED_STATE_URL is set', async () => {
  assert.equal(await modulesRun({}), 0);
  assert.ok((await modulesRun({ SHARED_STATE_URL: 'redis://127.0.0.1:1' })) > 40);
});
