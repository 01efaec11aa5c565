/** The samples of docs/decision-service.md, each in its real program, where that is installed. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { readBlocks } from '../docs/helpers/read-blocks.ts';
import { startBackend } from './helpers/backend.ts';
import { freePort } from './helpers/free-port.ts';
import { nginxCommand, writeNginx } from './helpers/nginx.ts';
import { exchangeRaw, type RawReply, rawRequest } from './helpers/raw-client.ts';
import { startTestProxy, type TestProxy } from './helpers/start-proxy.ts';
import { until } from './helpers/until.ts';

/** A front, and how it runs the sample that listens on port 80. */
type FrontProgram = {
  readonly language: string;
  /** Its block on the page, when the page has more in that language. */
  readonly about: RegExp;
  /** Shows that the program is there. */
  readonly version: readonly [string, ...string[]];
  readonly write: (sample: string, port: number, folder: string) => void;
  readonly command: (folder: string) => readonly [string, ...string[]];
  /** Bodies reach the rules. */
  readonly sendsBody: boolean;
  /** The client's status for 429. */
  readonly limited: number;
};

const TRAEFIK = process.env['TRAEFIK'] ?? 'traefik';
const CADDY = process.env['CADDY'] ?? 'caddy';

const PROGRAMS: readonly FrontProgram[] = [
  {
    language: 'nginx',
    about: /auth_request/,
    version: ['nginx', '-v'],
    write: writeNginx,
    command: nginxCommand,
    sendsBody: false,
    limited: 403,
  },
  {
    language: 'caddyfile',
    about: /forward_auth/,
    version: [CADDY, 'version'],
    write: (sample, port, folder) => {
      const options = '{\n\tadmin off\n\tdefault_bind 127.0.0.1\n}\n';
      writeFileSync(join(folder, 'Caddyfile'), options + sample.replace(':80 {', `:${port} {`));
    },
    command: (folder) => [
      CADDY,
      'run',
      '--adapter',
      'caddyfile',
      '--config',
      `${folder}/Caddyfile`,
    ],
    sendsBody: false,
    limited: 429,
  },
  {
    language: 'yaml',
    about: /forwardAuth/,
    version: [TRAEFIK, 'version'],
    write: (sample, port, folder) => {
      writeFileSync(join(folder, 'dynamic.yaml'), sample);
      const entry = `entryPoints:\n  web:\n    address: 127.0.0.1:${port}\n`;
      const provider = `providers:\n  file:\n    filename: ${folder}/dynamic.yaml\n`;
      const global = 'global:\n  checkNewVersion: false\n  sendAnonymousUsage: false\n';
      writeFileSync(join(folder, 'static.yaml'), entry + provider + global);
    },
    command: (folder) => [TRAEFIK, `--configFile=${folder}/static.yaml`],
    sendsBody: true,
    limited: 429,
  },
];

const page = 'docs/decision-service.md';
const samples = readBlocks(page, readFileSync(page, 'utf8'));

async function startFront(
  t: TestContext,
  front: FrontProgram,
  proxy: TestProxy,
  application: string,
): Promise<number> {
  const port = await freePort();
  const [sample, ...others] = samples.filter(
    ({ language, text }) => language === front.language && front.about.test(text),
  );
  assert.equal(others.length, 0);
  const text = (sample?.text ?? '')
    .replace('127.0.0.1:9090', `127.0.0.1:${proxy.decisionPort}`)
    .replace('127.0.0.1:5000', application);
  front.write(text, port, proxy.directory);
  const [program, ...words] = front.command(proxy.directory);
  const child = spawn(program, words, { stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += String(chunk);
  });
  t.after(async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  });
  const answers = async (): Promise<boolean> => {
    assert.equal(child.exitCode, null, errors);
    return (await exchangeRaw(port, rawRequest('/?evil'))).status === 403;
  };
  await until(answers);
  return port;
}

for (const front of PROGRAMS) {
  test(`the ${front.version[0].split('/').at(-1)} sample queries each request`, async (t) => {
    const [program, ...words] = front.version;
    if (spawnSync(program, words).error !== undefined) {
      t.skip(`${program} is not installed`);
      return;
    }
    const environment = { DECISION_PORT: '0', PROXY_RATE_LIMIT: '0.001', PROXY_RATE_BURST: '60' };
    const proxy = await startTestProxy(t, { environment });
    const backend = await startBackend();
    t.after(backend.close);
    const port = await startFront(t, front, proxy, backend.address);
    const status = async (...of: Parameters<typeof rawRequest>): Promise<number> =>
      (await exchangeRaw(port, rawRequest(...of))).status;
    const forged = [
      ...['X-Original-URI: /', 'X-Original-Method: GET', 'X-Original-Host: api.test'],
      ...['X-Forwarded-Uri: /', 'X-Forwarded-Method: GET', 'X-Forwarded-Host: api.test'],
      ...['X-Forwarded-For: 9.9.9.9', 'X-Real-IP: 9.9.9.9', 'X-Envoy-Auth-Partial-Body: true'],
    ];
    const before = backend.requests.length;
    assert.equal(await status('/a%2Fb/../c?d=%20e', ['A: 1', 'A: 2', ...forged]), 200);
    assert.equal(await status('/?q=evil', forged), 403);
    assert.equal(await status('/', ['Cookie: evil']), 403);
    assert.equal(await status('/', ['A: 1', 'A: evil', ...forged]), 403);
    assert.equal(await status('/', [], { host: 'other.test' }), 403);
    const attack = { method: 'POST', body: 'a=evil' };
    assert.equal(await status('/', [], attack), front.sendsBody ? 403 : 200);
    assert.equal(await status('/', [], { method: 'POST', body: 'a=b' }), 200);
    const sent = backend.requests.slice(before);
    assert.deepEqual(
      sent.map(({ body }) => body).filter((body) => body !== ''),
      front.sendsBody ? ['a=b'] : ['a=evil', 'a=b'],
      'bodies reach the backend whole',
    );
    const records = await proxy.records('access', 7);
    const seen = records.filter(({ uri }) => uri !== '/?evil');
    assert.deepEqual([...new Set(seen.map(({ client_ip }) => client_ip))], ['127.0.0.1']);
    assert.deepEqual(
      seen.map(({ method, uri, status: code }) => `${method} ${uri} ${code}`).slice(0, 2),
      ['GET /a%2Fb/../c?d=%20e 200', 'GET /?q=evil 403'],
    );
    assert.equal(new Set(seen.map(({ decision_for }) => decision_for)).size, 1);
    let last: RawReply | undefined;
    for (let round = 0; round < 80 && last?.status !== front.limited; round += 1)
      last = await exchangeRaw(port, rawRequest('/'));
    assert.equal(last?.status, front.limited, 'over the rate limit');
  });
}
