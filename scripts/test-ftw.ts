/**
 * `make test-ftw`: runs the OWASP CRS regression tests over TCP against dist/proxy.js. CRS_DIR: the folder of rules
 * and tests. GO_FTW: the official program, which runs after our own runner. FTW_INCLUDE: an expression for ids such
 * as 942100-1.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBackend } from '#compiler/cli/ftw/backend.ts';
import { readOverrides } from '#compiler/cli/ftw/overrides.ts';
import { readTests } from '#compiler/cli/ftw/read-tests.ts';
import { formatSummary } from '#compiler/cli/ftw/report.ts';
import { runFtwOverTcp } from '#compiler/cli/ftw/run-over-tcp.ts';
import { type Crs, findCrs } from './ftw/find-crs.ts';
import { runGoFtw } from './ftw/run-go-ftw.ts';
import { type ProxyProcess, startProxy } from './ftw/start-proxy.ts';

const OVERRIDES = 'test/cli/ftw/overrides.yaml';
const { GO_FTW, FTW_INCLUDE } = process.env;

type Suite = { readonly crs: Crs; readonly folder: string; readonly logFile: string };

/** Returns true when every stage passed. */
async function testFtw(crs: Crs, folder: string): Promise<boolean> {
  const suite: Suite = { crs, folder, logFile: join(folder, 'error.log') };
  const module = join(folder, 'crs.mjs');
  compileRules(crs, module);
  writeFileSync(suite.logFile, '');
  const backend = await startBackend(0);
  const proxy = await startProxy({
    module,
    backend: `127.0.0.1:${portOf(backend)}`,
    errorLog: suite.logFile,
  });
  try {
    const own = await runOwn(suite, proxy);
    return (GO_FTW ? await runOfficial(suite, proxy, GO_FTW) : true) && own;
  } finally {
    await proxy.stop();
    backend.close();
  }
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The backend has no port.');
  return address.port;
}

function compileRules({ entries }: Crs, module: string): void {
  const named = ['test/cli/ftw/base.conf', ...entries].flatMap((entry) => ['--entry', entry]);
  const compile = ['dist/portcullis.mjs', 'compile', '--profile', 'crs', '--out', module];
  execFileSync(process.execPath, [...compile, ...named], { stdio: 'inherit' });
}

async function runOwn({ crs, logFile }: Suite, { port }: ProxyProcess): Promise<boolean> {
  const started = performance.now();
  const summary = await runFtwOverTcp({
    host: '127.0.0.1',
    port,
    logFile,
    tests: readTests(crs.tests),
    include: FTW_INCLUDE ? new RegExp(FTW_INCLUDE) : undefined,
    overrides: readOverrides(OVERRIDES),
  });
  console.log(formatSummary(summary));
  console.log(`${Math.round((performance.now() - started) / 1000)} s`);
  return summary.failed === 0 && summary.passed > 0;
}

async function runOfficial(
  { crs, folder, logFile }: Suite,
  { port }: ProxyProcess,
  program: string,
): Promise<boolean> {
  console.log(`${program}:`);
  const { tests } = crs;
  return (await runGoFtw({ program, folder, port, logFile, tests, overrides: OVERRIDES })) === 0;
}

const crs = findCrs(process.env);
if (crs === undefined) {
  console.error('No OWASP CRS with its tests is here: set CRS_DIR to a release of it.');
  process.exitCode = 1;
} else {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-ftw-'));
  try {
    process.exitCode = (await testFtw(crs, folder)) ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
