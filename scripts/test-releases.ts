/**
 * `make test-releases`: runs what CI runs on other Node releases, which are fetched from the npm registry. A
 * release that cannot be fetched is reported and skipped; when none can be fetched, the exit code is 1.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const RELEASES = ['22', '24', '26'];
/** Releases that must be refused with one line. */
const OLD_RELEASES = ['12', '18', '20.18.0'];

/** Tests of service and command line as users meet them, and those that depend most on Node's HTTP. */
const FILES = [
  ...['attacks', 'command-line.exhaustive', 'forwarding', 'probes', 'start'].map(
    (name) => `test/e2e/${name}.test.ts`,
  ),
  ...[
    'connections',
    'http2',
    'http2-malformed',
    'malformed',
    'responses',
    'upgrade',
    'workers',
  ].map((name) => `test/proxy/${name}.test.ts`),
];

const folder = mkdtempSync(join(tmpdir(), 'portcullis-releases-'));

/** Returns the path of a release's program; undefined when it cannot be fetched. */
function fetchNode(release: string): string | undefined {
  const prefix = join(folder, release);
  const words = ['install', '--prefix', prefix, '--no-audit', '--no-fund', '--loglevel', 'error'];
  spawnSync('npm', [...words, `node@${release}`], { stdio: ['ignore', 'ignore', 'inherit'] });
  const path = join(prefix, 'node_modules/node/bin/node');
  if (existsSync(path)) return path;
  console.log(`Node ${release} cannot be fetched: not run`);
  return undefined;
}

/**
 * Returns true when the program succeeds. Its directory comes first on the PATH, where child processes look for
 * `node`.
 */
function runs(node: string, words: readonly string[], variables: NodeJS.ProcessEnv = {}): boolean {
  const PATH = `${dirname(node)}:${process.env['PATH'] ?? ''}`;
  const env = { ...process.env, ...variables, PATH };
  return spawnSync(node, words, { env, stdio: ['ignore', 'inherit', 'inherit'] }).status === 0;
}

/** Returns the module that the command line, run by this Node, compiles from a profile. */
function compiled(node: string, profile: string): string {
  const out = join(folder, `${profile}.mjs`);
  const words = ['dist/portcullis.mjs', 'compile', '--profile', profile, '--out', out];
  return runs(node, words) ? readFileSync(out, 'latin1') : '';
}

const testRunner = ['--import', 'tsx', 'scripts/run-tests.ts'];
const results: string[] = [];
const failures: string[] = [];
function note(what: string, isGood: boolean): void {
  results.push(`${isGood ? 'passed' : 'FAILED'}  ${what}`);
  if (!isGood) failures.push(what);
}

const expected = compiled(process.execPath, 'pl1');
for (const release of RELEASES) {
  const node = fetchNode(release);
  if (node === undefined) continue;
  const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim();
  note(`${version}: compiles pl1 to the same bytes`, compiled(node, 'pl1') === expected);
  note(`${version}: ${FILES.length} test files`, runs(node, [...testRunner, ...FILES]));
}
const old = OLD_RELEASES.flatMap((release) => fetchNode(release) ?? []);
if (old.length > 0) {
  const test = [...testRunner, 'test/e2e/node-release.test.ts'];
  note(
    `${old.length} old releases are refused`,
    runs(process.execPath, test, { OLD_NODES: old.join(':') }),
  );
}
rmSync(folder, { recursive: true });
console.log(results.join('\n'));
process.exitCode = failures.length > 0 || results.length < 2 ? 1 : 0;
