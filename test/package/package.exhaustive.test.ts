/**
 * The package as npm installs it: in an empty folder, with no checkout beside it, every command, the proxy and every
 * adapter. Builds the tarball itself (make pack).
 */
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { PACKAGE, VERSION } from '#compiler/version.ts';
import { findCrs } from '#scripts/ftw/find-crs.ts';
import { freePort } from '../proxy/helpers/free-port.ts';

const TARBALL = resolve(`dist/${PACKAGE}-${VERSION}.tgz`);
const ATTACK = "/?id=1'%20OR%20'1'='1";
const manifest: {
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, unknown>>;
} = JSON.parse(readFileSync('package.json', 'utf8'));

const folder = mkdtempSync(join(tmpdir(), 'portcullis-installed-'));

type Ran = { readonly status: number | null; readonly stdout: string; readonly stderr: string };

function run(program: string, args: readonly string[], input = ''): Ran {
  return spawnSync(program, args, { cwd: folder, encoding: 'utf8', input });
}

const portcullis = (...args: readonly string[]): Ran =>
  run(join(folder, 'node_modules/.bin/portcullis'), args);

/** Runs a module in the folder; its standard output. */
function runModule(text: string): string {
  writeFileSync(join(folder, 'case.mjs'), text);
  const { status, stdout, stderr } = run(process.execPath, ['case.mjs']);
  assert.equal(status, 0, stderr);
  return stdout.trim();
}

/** With its version, as the checkout pins it. */
const pinned = (name: string): string => `${name}@${manifest.devDependencies[name]}`;

before(() => {
  execFileSync('make', ['pack'], { stdio: ['ignore', 'ignore', 'inherit'] });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }\n');
  const install = ['install', '--no-audit', '--no-fund', '--loglevel', 'error', '--ignore-scripts'];
  const beside = ['express', 'fastify', 'koa', 'hono', 'typescript', '@types/node', 'vite'];
  execFileSync('npm', [...install, TARBALL, ...beside.map(pinned)], {
    cwd: folder,
    stdio: 'inherit',
  });
});

after(() => rmSync(folder, { recursive: true, force: true }));

test('the tarball has no tests, no sources but types and less than 6 MB', () => {
  const listed = execFileSync('tar', ['tzf', TARBALL], { encoding: 'utf8' }).trim().split('\n');
  assert.ok(listed.length > 100);
  assert.deepEqual(
    listed.filter((path) =>
      /(?:^package\/(?:test|scripts|compiler|runtime)\/)|\.test\.|rules\/crs\//.test(path),
    ),
    [],
  );
  assert.deepEqual(
    listed.filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts')),
    [],
  );
  assert.ok(readFileSync(TARBALL).length < 6_000_000);
});

test('nothing of the package imports what is not installed with it', () => {
  const { status, stderr } = run('npm', ['ls', '--all', '--omit=dev', '--loglevel', 'error']);
  assert.equal(status, 0, stderr);
});

const rules = 'node_modules/portcullis-waf/rules/*.conf';
const base = 'node_modules/portcullis-waf/profiles/base.conf';

/** Command, exit code, and what stands in its output. */
const commands: readonly (readonly [args: readonly string[], status: number, output: RegExp])[] = [
  [['--version'], 0, /^0\.1\.0$/m],
  [['init', 'mine'], 0, /mine/],
  [['check', 'mine.conf'], 0, /0 errors, 0 warnings/],
  [['check', '--format', 'sarif', 'mine.conf'], 0, /"version": ?"2\.1\.0"/],
  [['compile', '--entry', 'mine.conf', '--out', 'mine.mjs'], 0, /1 rule read/],
  [['compile', '--entry', 'mine.conf', '--profile', 'mine'], 0, /1 rule read/],
  [['compile', '--entry', base, '--entry', rules, '--out', 'built-in.mjs'], 0, /rules read/],
  [['run', '--entry', 'mine.conf', '--url', '/?q=select+name+from+users'], 1, /1000/],
  [['run', '--entry', 'mine.conf', '--trace', '--url', '/?q=1'], 0, /passed/i],
  [['explain', '1000', '--entry', 'mine.conf'], 0, /select/],
  [['explain', 'bad-regex'], 0, /bad-regex/],
  [['stats', '--entry', 'mine.conf'], 0, /1/],
  [['test', 'tests', '--entry', 'mine.conf'], 0, /1 passed/],
  [['format', 'mine.conf'], 0, /(?:)/],
  [['diff', 'mine.conf', 'mine.conf'], 0, /(?:)/],
  [['tune', '--help'], 0, /exclusions/],
  [['report', 'audit.log', '--html', 'report.html', '--entry', 'mine.conf'], 0, /^$/],
  [['report', 'audit.log'], 0, /0 blocked, 1 detected/],
  // There are no profiles in the folder, and it says so.
  [['doctor'], 1, /profile pl1/],
  [['bench', '--help'], 0, /in process/],
];

test('every command runs', () => {
  writeFileSync(
    join(folder, 'mine.conf'),
    `SecRuleEngine On\nSecRule ARGS "@rx (?i)select.{1,80}from" \\\n    "id:1000,phase:2,deny,log,t:none,msg:'SQL'"\n`,
  );
  writeFileSync(
    join(folder, 'audit.log'),
    '{"transaction":{"request":{"uri":"/"},"messages":[{"rule_id":"1000","message":"SQL"}]}}\n',
  );
  mkdirSync(join(folder, 'tests'), { recursive: true });
  writeFileSync(
    join(folder, 'tests/1000.yaml'),
    `meta: { name: 1000.yaml }
rule_id: 1000
tests:
  - test_id: 1
    stages:
      - input: { method: GET, uri: '/?q=SELECT%20a%20FROM%20b', headers: { Host: localhost } }
        output: { log: { expect_ids: [1000] } }
`,
  );
  let ran = 0;
  for (const [args, status, output] of commands) {
    const result = portcullis(...args);
    const text = result.stdout + result.stderr;
    assert.equal(result.status, status, `${args.join(' ')}: ${text}`);
    assert.match(text, output, args.join(' '));
    ran += 1;
  }
  assert.equal(ran, commands.length);
});

test('the language server answers', () => {
  const body = '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}';
  const input = `Content-Length: ${body.length}\r\n\r\n${body}`;
  const { stdout } = run('node_modules/.bin/portcullis', ['lsp'], input);
  assert.match(stdout, /"capabilities"/);
});

test('the OWASP CRS compiles', (context) => {
  const crs = findCrs(process.env);
  if (crs === undefined) return context.skip('no OWASP CRS: set CRS_DIR');
  const entries = crs.entries.flatMap((entry) => ['--entry', resolve(entry)]);
  const { status, stdout, stderr } = portcullis('compile', ...entries, '--out', 'crs.mjs');
  assert.equal(status, 0, stderr);
  assert.match(stdout, /[6-9]\d\d rules read/);
  const blocked = runModule(`import { waf } from './crs.mjs';
import { createInspector } from 'portcullis-waf';
const { inspect } = createInspector({ waf, mode: 'block', onAudit: () => {} });
const headers = [['Host', 'localhost'], ['User-Agent', 'x'], ['Accept', '*/*']];
console.log(inspect({ method: 'GET', target: "${ATTACK}", headers }).status, inspect({ method: 'GET', target: '/', headers }).action);`);
  assert.equal(blocked, '403 pass');
  return undefined;
});

test('emitted modules that are kept as source import the engine by the name of the package', () => {
  const emitted = readFileSync(join(folder, 'generated/mine/phase2.ts'), 'utf8');
  assert.match(emitted, /from 'portcullis-waf\/engine'/);
  const built = runModule(`import { build } from 'esbuild';
await build({ entryPoints: ['generated/mine/index.ts'], bundle: true, format: 'esm', outfile: 'kept.mjs', logLevel: 'error' });
const { waf } = await import('./kept.mjs');
console.log(typeof waf.open);`);
  assert.equal(built, 'function');
});

test('every entry point is there, with types that a strict compiler takes', () => {
  const names = Object.keys(manifest.exports)
    .filter((name) => !name.includes('*') && name !== './package.json' && name !== './rule-files')
    .map((name) => `${PACKAGE}${name.slice(1)}`);
  assert.ok(names.length > 12);
  const engine = ['actions', 'operators', 'transformations', 'variables'];
  const all = [
    ...names,
    ...engine.map((name) => `${PACKAGE}/engine/${name}`),
    `${PACKAGE}/rules/pl1`,
    `${PACKAGE}/rules/pl2`,
  ];
  const loaded = runModule(
    `${all.map((name) => `await import('${name}');`).join('\n')}\nconsole.log(${all.length});`,
  );
  assert.equal(loaded, String(all.length));
  writeFileSync(
    join(folder, 'types.ts'),
    `${all.map((name, index) => `import * as e${index} from '${name}';`).join('\n')}
import { waf } from './mine.conf';
import { portcullis } from 'portcullis-waf/node';
import { protect } from 'portcullis-waf/fetch';
portcullis({ waf, mode: 'detect', onBlock: ({ status, matches }) => console.log(status, matches.length) });
protect({ waf: e${all.length - 1}.waf }, (request: Request) => new Response(request.url));
// @ts-expect-error: there is no such mode
portcullis({ waf, mode: 'observe' });
export default [${all.map((_, index) => `e${index}`).join(', ')}];
`,
  );
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023'];
  const types = ['--types', 'node,portcullis-waf/rule-files', '--exactOptionalPropertyTypes'];
  const result = run('npx', ['tsc', ...options, ...types, 'types.ts']);
  // The types of unplugin name bundlers that are not here.
  const own = result.stdout
    .split('\n')
    .filter((line) => /^(?!node_modules\/(?!portcullis)).*error TS/.test(line));
  assert.deepEqual(own, []);
  assert.match(result.stdout, /^(?:$|node_modules\/unplugin)/);
});

/** The programs of docs/applications.md: each is whole, and listens on PORT. */
const examples = [
  ...readFileSync('docs/applications.md', 'utf8').matchAll(
    /^## (.*)\n[^#]*?```js\n([\s\S]*?)```/gm,
  ),
].map(([, title = '', text = '']) => ({ title, text }));

test('the documentation has an example for each adapter', () => {
  assert.equal(examples.length, 6);
});

for (const { title, text } of examples) {
  test(`the example for ${title} runs as it is written`, async () => {
    const port = await freePort();
    writeFileSync(join(folder, 'example.mjs'), text);
    const child = spawn(process.execPath, ['example.mjs'], {
      cwd: folder,
      env: { ...process.env, PORT: String(port) },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let errors = '';
    child.stderr.on('data', (chunk) => {
      errors += chunk;
    });
    try {
      const url = `http://127.0.0.1:${port}`;
      const passed = await patiently(() => fetch(url));
      assert.equal(passed?.status, 200, errors);
      assert.equal((await fetch(url + ATTACK)).status, 403);
      // The record of the refusal, on standard error.
      await patiently(async () => (errors.includes('"rule_id":"949110"') ? true : undefined));
      assert.match(errors, /"rule_id":"949110"/);
      if (title === 'Any other host') return;
      const body = new URLSearchParams({ id: "1' OR '1'='1" });
      assert.equal((await fetch(url, { method: 'POST', body })).status, 403);
    } finally {
      child.kill();
    }
  });
}

test('the adapter for Hono works', () => {
  const printed = runModule(`import { Hono } from 'hono';
import { portcullis } from 'portcullis-waf/hono';
import { waf } from 'portcullis-waf/rules/pl1';
const app = new Hono();
app.use(portcullis({ waf, mode: 'block', onAudit() {} }));
app.all('/', (context) => context.text('ok'));
for (const path of ['/', "${ATTACK}"]) console.log((await app.request('http://localhost' + path)).status);`);
  assert.equal(printed, '200\n403');
});

/** Tries for ten seconds; undefined when nothing came of it. */
async function patiently<Result>(
  attempt: () => Promise<Result | undefined>,
): Promise<Result | undefined> {
  for (let look = 0; look < 200; look += 1) {
    const result = await attempt().catch(() => undefined);
    if (result !== undefined) return result;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return undefined;
}

test('the proxy is a function, and a program', async () => {
  const printed = runModule(`import { createServer } from 'node:http';
import { createProxy } from 'portcullis-waf/proxy';
import { waf as pl1 } from 'portcullis-waf/rules/pl1';
import { waf as pl2 } from 'portcullis-waf/rules/pl2';
const backend = createServer((_, response) => response.end('ok')).listen(0, '127.0.0.1');
await new Promise((done) => backend.once('listening', done));
const settings = { PORT: '0', LISTEN_HOST: '127.0.0.1', PROXY_WEB_HOSTS: '*', AUDIT_LOG: 'off', ACCESS_LOG: 'off', ERROR_LOG: 'off',
  BACKENDS: JSON.stringify({ default: ['127.0.0.1:' + backend.address().port] }) };
const operator = { info: () => {}, warn: () => {} };
const proxy = await createProxy(settings, { profiles: { pl1, pl2 }, operator });
const status = async (path) => (await fetch('http://127.0.0.1:' + proxy.port + path)).status;
console.log(await status('/'), await status("${ATTACK}"));
await proxy.stop();
await createProxy({ PORT: 'x' }, { profiles: { pl1, pl2 }, operator }).catch((error) => console.log(error.message.includes('PORT')));
process.exit();`);
  assert.equal(printed, '200 403\ntrue');
  const environment = { ...process.env, PORT: '0', BACKENDS: '{"default":["127.0.0.1:9"]}' };
  const program = spawn(join(folder, 'node_modules/.bin/portcullis-proxy'), {
    cwd: folder,
    env: { ...environment, PROXY_WEB_HOSTS: '*', AUDIT_LOG: 'off' },
  });
  const line = await new Promise<string>((done) => {
    let text = '';
    const add = (chunk: Buffer): void => {
      text += chunk;
      if (/listening|error/i.test(text)) done(text);
    };
    program.stdout.on('data', add);
    program.stderr.on('data', add);
    program.once('exit', () => done(text));
  });
  program.kill();
  assert.match(line, /listening/i);
});

test('the plugin for Vite works from the package', () => {
  const printed = runModule(`import { build } from 'vite';
import { writeFileSync } from 'node:fs';
import { portcullis } from 'portcullis-waf/vite';
writeFileSync('entry.js', "export { waf } from './mine.conf';");
await build({ configFile: false, logLevel: 'error', plugins: [portcullis()],
  build: { ssr: 'entry.js', outDir: 'built', rollupOptions: { output: { entryFileNames: 'out.mjs' } } } });
const { waf } = await import('./built/out.mjs');
console.log(waf.manifest.rules.read);`);
  assert.equal(printed, '1');
  assert.ok(existsSync(join(folder, 'built/out.mjs')));
});
