/** The images of the Dockerfile, built and run without a registry (docs/install.md#an-image). */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { folderWith } from '../helpers/command-line.ts';
import { startBackend } from '../proxy/helpers/backend.ts';
import { freePort } from '../proxy/helpers/free-port.ts';
import { until } from '../proxy/helpers/until.ts';
import { Buildah } from './helpers/buildah.ts';
import { must, run, whyNot } from './helpers/run-command.ts';

const absent = whyNot(['buildah', 'debootstrap', 'npm']);
const images = absent === false ? new Buildah() : undefined;
after(() => images?.close());
const skip = absent || (images?.makeBase() ? false : 'debootstrap cannot fetch Debian here');
const MOST_BYTES = 90_000_000;
const RULE = (operator: string): string =>
  `SecRule ARGS:coupon "${operator} stolen" "id:1000,phase:2,deny,status:403,log,t:none,msg:'Stolen coupon'"\n`;

type Config = {
  readonly User: string;
  readonly Entrypoint: readonly string[];
  readonly Env: readonly string[];
  readonly Healthcheck?: { readonly Test: readonly string[] };
};

function configOf(image: string): Config {
  const inspected: { readonly Docker: { readonly config: Config } } = JSON.parse(
    images?.buildah('inspect', '--type', 'image', `localhost/${image}`) ?? '',
  );
  return inspected.Docker.config;
}

/** The program and arguments of an image as its user, in its root file system. */
const inside = (root: string, words: readonly string[]): readonly string[] => [
  '--userspec=65532:65532',
  root,
  ...words,
];

function filesBelow(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' });
}

function compressedBytes(root: string): number {
  return Number(must('sh', ['-c', `tar -C ${root} -c . | gzip -9 | wc -c`]));
}

async function statusOf(port: number, path: string): Promise<number> {
  return new Promise((done, fail) => {
    request({ port, path, headers: { Host: 'a.test' }, agent: false }, (response) => {
      response.resume();
      done(response.statusCode ?? 0);
    })
      .on('error', fail)
      .end();
  });
}

async function isReady(port: number): Promise<boolean> {
  return statusOf(port, '/readyz').then(
    (status) => status === 200,
    () => false,
  );
}

async function exitOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null) await once(child, 'exit');
  return child.exitCode;
}

test('the proxy: small, without a shell, as nobody, on a root file system that it cannot write', {
  skip,
}, async (t) => {
  assert.ok(images);
  const own = folderWith({ 'rules/REQUEST-998-OWN.conf': RULE('@streq') });
  const built = images.build('portcullis', '--build-context', `own=${own}`);
  assert.equal(built.status, 0, built.output);
  const root = images.mount('portcullis');

  const bytes = compressedBytes(root);
  t.diagnostic(`compressed: ${bytes} bytes`);
  assert.ok(bytes < MOST_BYTES);
  const files = filesBelow(root);
  const programs = files.filter((name) => /(?:^|\/)s?bin\/./.test(name));
  assert.deepEqual(programs, ['usr/local/bin/node']);
  assert.deepEqual(files.filter((name) => name.startsWith('app/')).toSorted(), [
    'app/LICENSE',
    'app/NOTICE',
    'app/proxy.js',
    'app/proxy.licences.md',
  ]);

  const { User, Entrypoint, Env, Healthcheck } = configOf('portcullis');
  assert.equal(User, '65532:65532');
  const [kind, ...health] = Healthcheck?.Test ?? [];
  assert.equal(kind, 'CMD');

  const backend = await startBackend();
  t.after(() => backend.close());
  const [port, adminPort] = [await freePort(), await freePort()];
  const variables = Object.fromEntries(Env.map((each) => each.split(/=(.*)/s)));
  const env = {
    ...variables,
    ...{ PATH: process.env['PATH'] ?? '', PORT: `${port}`, ADMIN_PORT: `${adminPort}` },
    ...{ LISTEN_HOST: '127.0.0.1', PROXY_WEB_HOSTS: '*', PROXY_RATE_LIMIT: '0' },
    BACKENDS: JSON.stringify({ default: [backend.address] }),
  };
  assert.equal(run('chroot', [...inside(root, health)]).status, 1);
  const child = spawn('chroot', inside(root, Entrypoint), { env, cwd: '/' });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  t.after(() => child.kill('SIGKILL'));
  await until(() => isReady(adminPort));
  assert.ok(await isReady(adminPort), output);
  assert.equal(await statusOf(port, '/?coupon=found'), 200, output);
  assert.equal(await statusOf(port, '/?coupon=stolen'), 403);
  assert.equal(await statusOf(port, "/?id=1'%20OR%20'1'='1"), 403);
  const healthy = spawn('chroot', inside(root, health), { env, stdio: 'ignore' });
  assert.equal(await exitOf(healthy), 0);
  child.kill('SIGTERM');
  assert.equal(await exitOf(child), 0, output);
});

test('rules with errors build no image, and the build says why', { skip }, () => {
  assert.ok(images);
  const own = folderWith({ 'rules/REQUEST-998-OWN.conf': RULE('@strqe') });
  const { status, output } = images.build('broken', '--build-context', `own=${own}`);
  assert.notEqual(status, 0);
  assert.match(output, /REQUEST-998-OWN\.conf:1:\d+: error: Unknown operator @strqe/);
});

test('the compiler: checks, tests and compiles on a root file system that it cannot write', {
  skip,
}, (t) => {
  assert.ok(images);
  const built = images.build('compiler', '--target', 'compiler');
  assert.equal(built.status, 0, built.output);
  const root = images.mount('compiler');
  const bytes = compressedBytes(root);
  t.diagnostic(`compressed: ${bytes} bytes`);
  assert.ok(bytes < MOST_BYTES);
  const { User, Entrypoint } = configOf('compiler');
  assert.equal(User, '65532:65532');
  writeFileSync(join(root, 'tmp/own.conf'), `SecRuleEngine On\n${RULE('@streq')}`);
  // A relative path begins at WORKDIR, which chroot cannot set.
  const portcullis = (...words: readonly string[]) =>
    run('chroot', inside(root, [...Entrypoint, ...words]));
  const check = portcullis('check', '/tmp/own.conf');
  assert.equal(check.status, 0, check.output);
  const entry = ['--entry', '/app/profiles/base.conf', '/tmp/own.conf'];
  const compile = portcullis('compile', ...entry, '--out', '/tmp/rules/own.mjs');
  assert.equal(compile.status, 0, compile.output);
  assert.ok(filesBelow(join(root, 'tmp/rules')).includes('own.mjs'));
});
