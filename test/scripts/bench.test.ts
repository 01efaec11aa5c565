import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type BenchRequest, toRequest } from '#compiler/cli/commands/bench/bench-request.ts';
import { benchWaf, median } from '#compiler/cli/commands/bench/bench-waf.ts';
import { formatBytes, formatTime } from '#compiler/cli/commands/bench/format.ts';
import { randomProse, scramble } from '#compiler/cli/commands/bench/random.ts';
import { varyRequest } from '#compiler/cli/commands/bench/vary-request.ts';
import { formatTable } from '#compiler/cli/output/table.ts';
import { seededRandom } from '#compiler/seeded-random.ts';
import { readMixes } from '#scripts/bench/read-mixes.ts';
import { DENY, stubWaf } from '../proxy/helpers/stub-waf.ts';

const builtIn = readMixes('/nowhere');

function header(request: BenchRequest, name: string): string | undefined {
  return request.headers.find(([each]) => each.toLowerCase() === name)?.[1];
}

test('the built-in mixes have the names of the shared ones and whole requests', () => {
  assert.deepEqual(
    builtIn.map(({ name }) => name),
    ['browse', 'form', 'json', 'upload', 'attack'],
  );
  for (const request of builtIn.flatMap(({ requests }) => requests)) {
    assert.equal(header(request, 'host'), 'www.example.com');
    const length = request.body === '' ? undefined : String(request.body.length);
    assert.equal(header(request, 'content-length'), length);
  }
});

test('bodies become bytes', () => {
  const line = { name: 'a', method: 'POST', path: '/', headers: {} };
  assert.equal(toRequest({ ...line, body: 'ü' }).body, '\xc3\xbc');
  assert.equal(toRequest({ ...line, bodyBase64: '/wA=' }).body, '\xff\0');
});

test('every request varies, stays well formed, and varies in the same way for the same seed', () => {
  let varied = 0;
  for (const request of builtIn.flatMap(({ requests }) => requests)) {
    const one = varyRequest(request, seededRandom(1));
    const other = varyRequest(request, seededRandom(2));
    assert.deepEqual(varyRequest(request, seededRandom(1)), one);
    assert.notDeepEqual(other, one);
    assert.equal(one.target.replace(/\?.*/, ''), request.target.replace(/\?.*/, ''));
    const length = request.body === '' ? undefined : String(one.body.length);
    assert.equal(header(one, 'content-length'), length);
    if (header(one, 'content-type') === 'application/json') {
      assert.deepEqual(Object.keys(JSON.parse(one.body)), Object.keys(JSON.parse(request.body)));
      assert.notEqual(one.body, request.body);
    }
    varied += 1;
  }
  assert.equal(varied, 16);
});

test('argument values keep their text, numbers stay numbers, percent signs stay whole', () => {
  const request = toRequest({
    name: 'a',
    method: 'GET',
    path: '/item/1234?id=1%27%20OR%201&page=20&empty=&flag',
    headers: { Cookie: 'sid=4f1c9a70b2d84e6fa1c7; lang=en', 'User-Agent': 'Firefox/132.0' },
  });
  const varied = varyRequest(request, seededRandom(5));
  assert.match(
    varied.target,
    /^\/item\/[0-9]{4}\?id=1%27%20OR%201[a-z]+&page=[0-9]{2}&empty=&flag$/,
  );
  assert.match(header(varied, 'cookie') ?? '', /^sid=[0-9a-z]{20}; lang=en$/);
  assert.notEqual(header(varied, 'cookie'), header(request, 'cookie'));
  assert.equal(header(varied, 'user-agent'), 'Firefox/132.0');
});

test('benchWaf runs all phases of every request and counts what is blocked', () => {
  const seen: string[] = [];
  const waf = stubWaf({
    phase1: ({ target }) => (target.includes('OR') ? DENY : undefined),
    phase2: (body) => {
      seen.push(body);
      return undefined;
    },
    phase5: () => seen.push('closed'),
  });
  const requests = builtIn.flatMap((mix) => mix.requests);
  const result = benchWaf(waf, requests, { milliseconds: 0, seed: 3 });
  assert.equal(result.rounds, 1);
  assert.equal(result.requests, 16);
  assert.equal(result.blocked, 1);
  assert.ok(result.microseconds > 0);
  // One round is timed, one measures memory, and one counts what is blocked.
  assert.equal(seen.filter((entry) => entry === 'closed').length, 3 * 16);
  assert.equal(seen.filter((entry) => entry !== 'closed').length, 3 * (16 - 1));
});

test('random data is repeatable and of the requested size', () => {
  assert.equal(randomProse(1000, seededRandom(1)).length, 1000);
  assert.equal(randomProse(50, seededRandom(1)), randomProse(50, seededRandom(1)));
  assert.match(scramble('aB3-%', seededRandom(4)), /^[a-z][A-Z][0-9]-%$/);
  const random = seededRandom(9);
  const numbers = Array.from({ length: 1000 }, random);
  assert.ok(numbers.every((number) => number >= 0 && number < 1));
  assert.ok(Math.abs(median(numbers) - 0.5) < 0.05);
});

test('figures have three digits and a unit', () => {
  const cases = [
    [formatTime(0.1234), '123 ns'],
    [formatTime(85.21), '85.2 us'],
    [formatTime(3484), '3.48 ms'],
    [formatTime(120_000), '120 ms'],
    [formatTime(6_540_000), '6.54 s'],
    [formatBytes(512), '512 B'],
    [formatBytes(1762317), '1.68 MB'],
    [
      formatTable([
        ['a', 'bb'],
        ['ccc', 'd'],
      ]),
      '  a    bb\n  ccc   d',
    ],
  ] as const;
  for (const [actual, expected] of cases) assert.equal(actual, expected);
  assert.equal(cases.length, 8);
});
