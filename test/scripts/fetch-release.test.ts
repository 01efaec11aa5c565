import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { fetchRelease } from '#scripts/crs/fetch-release.ts';
import { INSTALLED, RELEASE, scratch, writeRelease } from './helpers/fake-release.ts';
import { makeTar, type TarEntry } from './helpers/make-tar.ts';

const PATH = '/v9.9.9.tar.gz';

function tarball(extra: readonly TarEntry[] = []): Buffer {
  const entries = [...RELEASE].map(([path, content]) => ({
    path: `coreruleset-9.9.9/${path}`,
    content,
  }));
  return gzipSync(makeTar([{ path: 'coreruleset-9.9.9/', type: '5' }, ...entries, ...extra]));
}

async function serve(t: TestContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('the release is downloaded, through redirects, and installed flat', async (t) => {
  const asked: (string | undefined)[] = [];
  const base = await serve(t, (request, response) => {
    asked.push(request.url);
    if (request.url === PATH) response.writeHead(302, { location: '/b' }).end('moved');
    else if (request.url === '/b') response.writeHead(301, { location: `${base}/c` }).end();
    else response.end(tarball([{ path: 'coreruleset-9.9.9/docs/README.md', content: 'x' }]));
  });
  const place = scratch(t, `${base}/`);
  assert.deepEqual(await fetchRelease(place), []);
  assert.deepEqual(asked, [PATH, '/b', '/c']);
  assert.deepEqual(place.installed(), INSTALLED);
  assert.equal(place.read('words.data'), 'one\ntwo\n');
  const lock: unknown = JSON.parse(readFileSync(place.lock.path, 'utf8'));
  assert.deepEqual(lock, { rules: 'rules/crs', release: '9.9.9' });
});

test('what cannot be downloaded is one line, and the old rules stay', async (t) => {
  const whole = tarball();
  const cases: readonly (readonly [RegExp, RequestListener])[] = [
    [
      /v9\.9\.9\.tar\.gz: the server responds with 404$/,
      (_, response) => response.writeHead(404).end(),
    ],
    [
      /: more than 5 redirects$/,
      (_, response) => response.writeHead(302, { location: PATH }).end(),
    ],
    [/: the server responds with 302$/, (_, response) => response.writeHead(302).end()],
    [
      /v9\.9\.9\.tar\.gz: other side closed$/,
      (_, response) => {
        response.writeHead(200, { 'content-length': whole.length });
        response.write(whole.subarray(0, 100), () => response.destroy());
      },
    ],
    [
      /cannot be unpacked: unexpected end of file$/,
      (_, response) => response.end(whole.subarray(0, whole.length - 20)),
    ],
    [/cannot be unpacked: incorrect header check$/, (_, response) => response.end('<html>')],
    [
      /the archive is cut off$/,
      (_, response) => response.end(gzipSync(makeTar([{ path: 'r/a' }]).subarray(0, 512))),
    ],
    [
      /path that leaves its folder: "coreruleset-9\.9\.9\/rules\/\.\.\/\.\.\/\.\.\/evil\.conf"$/,
      (_, response) =>
        response.end(tarball([{ path: 'coreruleset-9.9.9/rules/../../../evil.conf' }])),
    ],
  ];
  for (const [message, listener] of cases) {
    const place = scratch(t, await serve(t, listener));
    mkdirSync(place.target, { recursive: true });
    writeFileSync(join(place.target, 'old.conf'), '# old\n');
    const problems = await fetchRelease(place);
    assert.equal(problems.length, 1, `${problems}`);
    assert.match(problems[0] ?? '', message);
    assert.deepEqual(place.installed(), ['old.conf']);
  }
  assert.equal(cases.length, 8);
});

test('a server that is not there is one line', async (t) => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const place = scratch(t, `http://127.0.0.1:${port}`);
  mkdirSync(join(place.directory, 'rules'));
  const [problem = '', ...others] = await fetchRelease(place);
  assert.match(problem, /^http:\/\/127\.0\.0\.1:\d+\/v9\.9\.9\.tar\.gz: connect ECONNREFUSED/);
  assert.deepEqual(others, []);
  assert.equal(place.installed(), undefined);
});

test('a folder is taken as it is or as the release unpacks, and replaces the old rules', async (t) => {
  const cases = ['', 'coreruleset-9.9.9'];
  for (const inner of cases) {
    const place = scratch(t);
    mkdirSync(place.target, { recursive: true });
    writeFileSync(join(place.target, 'old.conf'), '# old\n');
    writeRelease(join(place.directory, 'copy', inner));
    const folder = join(place.directory, 'copy');
    assert.deepEqual(await fetchRelease({ ...place, folder }), []);
    assert.deepEqual(place.installed(), INSTALLED);
  }
  assert.equal(cases.length, 2);
});

test('every file that is wrong, missing or unlisted is named, and nothing is installed', async (t) => {
  const place = scratch(t);
  mkdirSync(join(place.directory, 'rules'));
  const folder = writeRelease(
    join(place.directory, 'copy'),
    new Map([
      ['rules/words.data', 'one\nthree\n'],
      ['rules/AFTER.conf.example', undefined],
      ['rules/own.conf', '# own\n'],
      ['rules/.swp', ''],
    ]),
  );
  const problems = await fetchRelease({ ...place, folder });
  assert.equal(problems.length, 3);
  assert.match(
    problems.join('\n'),
    /^rules\/words\.data: SHA-256 [0-9a-f]{64} is not that of OWASP CRS 9\.9\.9/m,
  );
  assert.match(problems.join('\n'), /^rules\/AFTER\.conf\.example: missing/m);
  assert.match(problems.join('\n'), /^rules\/own\.conf: unlisted/m);
  assert.equal(place.installed(), undefined);
});

test('a folder without rules is one line', async (t) => {
  const place = scratch(t);
  for (const folder of [place.directory, join(place.directory, 'nothing')]) {
    assert.deepEqual(await fetchRelease({ ...place, folder }), [
      `${folder}: there is no folder rules in it`,
    ]);
  }
});

test('the local copy of the OWASP release is the pinned one', async (t) => {
  const { SHARED_DATA = '../shared/data' } = process.env;
  const folder = join(SHARED_DATA, 'crs');
  if (!existsSync(folder)) {
    t.skip(`${folder} is not here`);
    return;
  }
  const directory = mkdtempSync(join(tmpdir(), 'portcullis-crs-'));
  t.after(() => rmSync(directory, { recursive: true }));
  const target = join(directory, 'crs');
  const lock = { path: join(directory, 'lock.json'), names: 'crs' };
  const manifest = 'scripts/crs-manifest.json';
  assert.deepEqual(await fetchRelease({ folder, base: '', manifest, target, lock }), []);
  assert.equal(existsSync(join(target, 'REQUEST-949-BLOCKING-EVALUATION.conf')), true);
});
