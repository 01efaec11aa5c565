/**
 * A compiled profile as one module without imports and without eval, in Cloudflare's workerd, Deno, Bun and Node.
 * The first three are not packages of the checkout: `make edge-runtimes` fetches them.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { build, transform } from 'esbuild';
import { compileRules } from '#compiler/cli/api/index.ts';
import { findCrs } from '#scripts/ftw/find-crs.ts';
import { freePort } from '../proxy/helpers/free-port.ts';
import { type Runtime, runtimes } from './runtimes.ts';

const MOST_BYTES = 250_000;
const crs = findCrs(process.env);
const folder = mkdtempSync(join(tmpdir(), 'portcullis-edge-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Echoes the body of what passes, and says which address the rules saw. */
const SERVICE = `import { waf } from './waf.mjs';
import { protect } from 'adapter';
export const handle = protect({ waf, mode: 'block', onAudit() {} }, async (request) =>
  new Response(await request.arrayBuffer(), { headers: { 'Content-Type': 'application/octet-stream' } }));
`;

let profile = '';

before(async () => {
  const entries = crs?.entries ?? ['profiles/pl1-setup.conf', 'rules/*.conf'];
  const { module, diagnostics } = await compileRules(['profiles/base.conf', ...entries]);
  assert.ok(module !== undefined, diagnostics.map(({ message }) => message).join('\n'));
  profile = module;
  writeFileSync(join(folder, 'waf.mjs'), module);
  writeFileSync(join(folder, 'in.mjs'), SERVICE);
  await build({
    entryPoints: [join(folder, 'in.mjs')],
    outfile: join(folder, 'service.mjs'),
    alias: { adapter: join(import.meta.dirname, '../../runtime/adapters/fetch/index.ts') },
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
  });
});

test('a profile is one module without imports, eval and what only Node has', async () => {
  const text = readFileSync(join(folder, 'service.mjs'), 'utf8');
  assert.doesNotMatch(
    text,
    /^\s*import\b|\bimport\(|\brequire\(|\bprocess\.|\beval\(|new Function\b/m,
  );
  const { code } = await transform(profile, { minify: true });
  const sizes = [profile, code].map((each) => gzipSync(each, { level: 9 }).length);
  console.log(
    `${crs === undefined ? 'built-in rules' : 'OWASP CRS'}: ${sizes[0]} bytes gzipped, ${sizes[1]} minified`,
  );
  assert.ok((sizes[0] ?? 0) < MOST_BYTES, `${sizes[0]} bytes`);
});

/** Milliseconds of processor time of a process, as Linux counts it: in hundredths of a second. */
function processorTime(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return Number.NaN;
  }
}

type Service = {
  readonly send: (path: string, init?: RequestInit) => Promise<Response>;
  readonly cpu: () => number;
  readonly stop: () => void;
};

async function serve({ entry, args, program = '' }: Runtime, name: string): Promise<Service> {
  const bundle = name === 'workerd';
  writeFileSync(join(folder, bundle ? 'source.mjs' : 'entry.mjs'), entry);
  // workerd takes its modules by name: one is simplest.
  if (bundle) {
    await build({
      entryPoints: [join(folder, 'source.mjs')],
      outfile: join(folder, 'entry.mjs'),
      bundle: true,
      format: 'esm',
    });
  }
  const port = await freePort();
  const child = spawn(program, args(folder, port), { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  let ended = false;
  child.once('exit', () => {
    ended = true;
  });
  for (;;) {
    if (ended) throw new Error(`${name} has ended: ${output}`);
    if (await accepts(port)) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    send: (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init),
    cpu: () => processorTime(child.pid ?? 0),
    stop: () => child.kill('SIGKILL'),
  };
}

async function accepts(port: number): Promise<boolean> {
  const { connect } = await import('node:net');
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

const BROWSER = { 'User-Agent': 'Mozilla/5.0', Accept: 'text/html,*/*' };
const FORM = { ...BROWSER, 'Content-Type': 'application/x-www-form-urlencoded' };
const JSON_BODY = { ...BROWSER, 'Content-Type': 'application/json' };
const ATTACK = encodeURIComponent("1' OR '1'='1");

const cases: readonly (readonly [path: string, init: RequestInit, status: number])[] = [
  ['/', { headers: BROWSER }, 200],
  ['/', { method: 'POST', headers: JSON_BODY, body: '{"name":"Ada","tags":["a","b"]}' }, 200],
  [`/?id=${ATTACK}`, { headers: BROWSER }, 403],
  ['/', { method: 'POST', headers: FORM, body: `id=${ATTACK}` }, 403],
  ['/', { method: 'POST', headers: JSON_BODY, body: `{"id":"1' OR '1'='1"}` }, 403],
  ['/?q=%3Cscript%3Ealert(1)%3C/script%3E', { headers: BROWSER }, 403],
  [
    '/',
    {
      method: 'POST',
      headers: { ...FORM, 'Content-Encoding': 'gzip' },
      body: gzipSync(`id=${ATTACK}`),
    },
    403,
  ],
  ['/', { method: 'POST', headers: FORM, body: 'a=1&b=%00'.slice(0, 3) }, 200],
];

for (const runtime of runtimes) {
  const { name, program } = runtime;
  test(`${name} runs it`, async (context) => {
    if (program === undefined) return context.skip(`${name} is not here: make edge-runtimes`);
    const service = await serve(runtime, name);
    try {
      const started = service.cpu();
      const [first, second, ...rest] = cases;
      assert.ok(first !== undefined && second !== undefined);
      const spent: number[] = [];
      for (const [path, init, status] of [first, second, ...rest]) {
        const before = service.cpu();
        const response = await service.send(path, init);
        const text = await response.text();
        spent.push(service.cpu() - before);
        assert.equal(response.status, status, `${path}: ${text}`);
        if (status === 200) assert.equal(text, init.body ?? '');
      }
      assert.equal(spent.length, cases.length);
      console.log(
        `${name}: processor time until it listens ${started} ms, first request ${spent[0]} ms, first JSON ${spent[1]} ms`,
      );
    } finally {
      service.stop();
    }
    return undefined;
  });
}
