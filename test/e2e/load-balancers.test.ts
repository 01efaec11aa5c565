/** The samples of docs/operators.md for what stands in front: each runs in its real program, before the built proxy. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { readBlocks } from '../docs/helpers/read-blocks.ts';
import { startBackend } from '../proxy/helpers/backend.ts';
import { freePort } from '../proxy/helpers/free-port.ts';
import { writtenLines } from '../proxy/helpers/lines-of.ts';
import { nginxConfiguration } from '../proxy/helpers/nginx.ts';
import { rawRequest } from '../proxy/helpers/raw-client.ts';
import { until } from '../proxy/helpers/until.ts';
import { emptyFolder, isBuilt, PROXY } from './helpers/built.ts';
import { runBuilt } from './helpers/run-built.ts';

/** A program, and how it runs a sample that listens on port 80. */
type LoadBalancer = {
  readonly language: string;
  /** Shows that the program is there. */
  readonly version: readonly [string, ...string[]];
  /** The sample with its surroundings. */
  readonly configuration: (sample: string, port: number, folder: string) => string;
  readonly command: (file: string, folder: string) => readonly [string, ...string[]];
};

const LOAD_BALANCERS: readonly LoadBalancer[] = [
  {
    language: 'nginx',
    version: ['nginx', '-v'],
    configuration: nginxConfiguration,
    command: (file, folder) => ['nginx', '-p', folder, '-e', 'stderr', '-c', file],
  },
  {
    language: 'caddyfile',
    version: ['caddy', 'version'],
    configuration: (sample, port) =>
      `{\n\tadmin off\n\tdefault_bind 127.0.0.1\n}\n${sample.replace(':80 {', `:${port} {`)}`,
    command: (file) => ['caddy', 'run', '--adapter', 'caddyfile', '--config', file],
  },
  {
    language: 'haproxy',
    version: ['haproxy', '-v'],
    configuration: (sample, port) =>
      `defaults\n    timeout connect 5s\n    timeout client 30s\n    timeout server 30s\n\n${sample.replace('bind :80', `bind 127.0.0.1:${port}`)}`,
    command: (file) => ['haproxy', '-f', file],
  },
];

/** What a client invents about itself. */
const FORGED = [
  'X-Forwarded-For: 192.0.2.66',
  'X-Real-IP: 192.0.2.66',
  'CDN-Connecting-IP: 192.0.2.66',
  'CF-Connecting-IP: 192.0.2.66',
  'Fastly-Client-IP: 192.0.2.66',
  'True-Client-IP: 192.0.2.66',
  'Forwarded: for=192.0.2.66;host=forged.test;proto=https',
  'X-Forwarded-Host: forged.test',
  'X-Forwarded-Proto: forged',
  'X-Forwarded-Port: 6666',
  'X-Forwarded-Prefix: /forged',
  'X-Original-URL: /forged',
  'X-Rewrite-URL: /forged',
  'X-Request-Id: forged',
  'Client-Cert: :forged:',
];

/** Not that of the load balancer, which the proxy trusts. */
const CLIENT = '127.0.0.2';

/** One request from the client's address; the response's bytes. */
function ask(port: number, target: string): Promise<string> {
  const headers = ['User-Agent: x', 'Accept: */*', 'Connection: close', ...FORGED];
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: CLIENT });
    let bytes = '';
    socket.on('connect', () => socket.write(rawRequest(target, headers)));
    socket.on('data', (chunk) => {
      bytes += chunk.toString('latin1');
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(bytes));
  });
}

async function start(
  t: TestContext,
  [program, ...words]: readonly [string, ...string[]],
): Promise<ChildProcess> {
  const child = spawn(program, words, { stdio: ['ignore', 'ignore', 'pipe'] });
  t.after(async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  });
  return child;
}

const page = 'docs/operators.md';
const samples = readBlocks(page, readFileSync(page, 'utf8'));

for (const { language, version, configuration, command } of LOAD_BALANCERS) {
  test(`the ${language} sample names the client and clears what it invents`, async (t) => {
    if (!isBuilt(t, PROXY)) return;
    const [program, ...words] = version;
    if (spawnSync(program, words).error !== undefined) {
      return t.skip(`${program} is not here: Debian has it in a package of that name`);
    }
    const found = samples.filter((block) => block.language === language);
    assert.equal(found.length, 1, `${page} has one sample for ${language}`);
    const folder = emptyFolder(t);
    const backend = await startBackend();
    t.after(() => backend.close());
    const accessLog = join(folder, 'access.log');
    const { port } = await runBuilt(t, {
      BACKENDS: JSON.stringify({ default: [backend.address] }),
      TRUSTED_PROXIES: '127.0.0.1/32',
      ACCESS_LOG: accessLog,
      PROXY_RATE_LIMIT: '0.1',
      PROXY_RATE_BURST: '2',
    });
    const frontPort = await freePort();
    const sample = (found[0]?.text ?? '').replace('127.0.0.1:8081', `127.0.0.1:${port}`);
    const file = join(folder, 'configuration');
    writeFileSync(file, configuration(sample, frontPort, folder));
    const child = await start(t, command(file, folder));
    let said = '';
    child.stderr?.on('data', (chunk) => {
      said += String(chunk);
    });
    await until(async () => (await ask(frontPort, '/')).startsWith('HTTP/1.1 200'));
    const attack = await ask(frontPort, "/?id=1'%20OR%20'1'='1");
    assert.match(attack, /^HTTP\/1\.1 403 /, said);
    assert.match(
      await ask(frontPort, '/third'),
      /^HTTP\/1\.1 429 /,
      'one client, whatever it says',
    );
    const records = (await writtenLines(accessLog, 3)).map((line) => JSON.parse(line));
    assert.deepEqual(new Set(records.map(({ client_ip }) => client_ip)), new Set([CLIENT]));
    const [request, ...others] = backend.requests;
    assert.equal(others.length, 0);
    const head = request?.head ?? '';
    const kept = FORGED.filter((line) => head.toLowerCase().includes(line.toLowerCase()));
    assert.deepEqual(kept, [], head);
    assert.ok(!/forged|6666/.test(head), head);
    assert.match(
      head,
      /^x-forwarded-for: (?:.*, )?127\.0\.0\.2, 127\.0\.0\.1\r?$|^x-forwarded-for: .*127\.0\.0\.2\r?$/im,
    );
    assert.match(head, /^x-real-ip: 127\.0\.0\.2\r?$/im);
    assert.match(head, /^x-forwarded-proto: http\r?$/im);
    assert.match(head, /^host: web\.test\r?$/im);
    assert.match(head, /^x-request-id: [0-9a-f-]{32,36}\r?$/im);
    console.log(`${language}: ${FORGED.length} forged headers, the client is ${CLIENT}`);
  });
}
