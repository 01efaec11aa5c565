/** Optional packages are in dist/proxy.js, and nothing of them is evaluated unless a setting asks for them. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Metafile } from 'esbuild';

const BUNDLE = 'dist/proxy.js';
const MOST_BYTES = 4_000_000;
/** Without OpenTelemetry. */
const MOST_OTHER_BYTES = 3_000_000;

type Range = { readonly startOffset: number; readonly endOffset: number; readonly count: number };
type Coverage = {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly { readonly ranges: readonly Range[] }[];
  }[];
};

/** Where the modules of a package begin in the bundle. */
function modulesOf(text: string, name: string): readonly number[] {
  const found = text.matchAll(new RegExp(`"node_modules/${name}/[^"]+"\\s*\\(`, 'g'));
  return Array.from(found, ({ index }) => index);
}

/** How many of the modules of each package have run in a process that starts, listens and stops, in any of its threads. */
async function modulesRun(
  environment: Readonly<Record<string, string>>,
): Promise<{ readonly redis: number; readonly telemetry: number }> {
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
  assert.ok(scripts.length > 0);
  const text = readFileSync(BUNDLE, 'utf8');
  const functions = scripts.flatMap((script) => script.functions);
  const run = (name: string, least: number): number => {
    const modules = modulesOf(text, name);
    assert.ok(modules.length > least, `${modules.length} modules of ${name}`);
    return modules.filter((offset) =>
      functions.some(({ ranges: [range] }) => {
        if (range === undefined || range.count === 0) return false;
        // The function of a module begins where its name stands.
        return Math.abs(range.startOffset - offset) <= 2;
      }),
    ).length;
  };
  return { redis: run('@redis/client', 40), telemetry: run('@opentelemetry', 40) };
}

test('the bundle is one file of less than 4 MB, and of 3 MB without OpenTelemetry', () => {
  assert.ok(readFileSync(BUNDLE).length < MOST_BYTES);
  const metafile: Metafile = JSON.parse(readFileSync('dist/proxy.meta.json', 'utf8'));
  assert.equal(Object.keys(metafile.outputs).length, 1);
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  const bytesOf = (isCounted: (path: string) => boolean): number =>
    inputs
      .filter(([path]) => isCounted(path))
      .reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0);
  const isTelemetry = (path: string): boolean =>
    /node_modules\/@opentelemetry\/|runtime\/proxy\/tracing\//.test(path);
  assert.ok(bytesOf(isTelemetry) > 200_000);
  assert.ok(bytesOf((path) => !isTelemetry(path)) < MOST_OTHER_BYTES);
});

test('nothing of the client is evaluated unless SHARED_STATE_URL is set, nor of OpenTelemetry', async () => {
  assert.deepEqual(await modulesRun({}), { redis: 0, telemetry: 0 });
  const { redis, telemetry } = await modulesRun({
    SHARED_STATE_URL: 'redis://127.0.0.1:1',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
  });
  assert.ok(redis > 40 && telemetry > 40, `${redis} and ${telemetry} modules`);
});
