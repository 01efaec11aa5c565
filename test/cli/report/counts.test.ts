/** What a report counts: exact while there is room, and in bounded memory without losing a request. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addToSample,
  createRandomIndex,
  createSample,
  joinSamples,
  SAMPLE_SIZE,
  type Sample,
} from '#compiler/cli/commands/report/count/sample.ts';
import type { Counted } from '#compiler/cli/commands/report/count/tally.ts';
import { createTimeCounts } from '#compiler/cli/commands/report/count/time-counts.ts';
import { createTopCounts } from '#compiler/cli/commands/report/count/top-counts.ts';
import { auditLine, barsOf, counted } from './helpers.ts';

const one = (text = ''): Counted => ({ period: 'now', outcome: 'detected', text: () => text });

test('by rule, tag, host, path, country and client; a request counts once for each', () => {
  const tags = ['attack-sqli', 'OWASP_CRS'];
  const result = counted(
    [
      auditLine({
        uri: '/a?x=1',
        matches: [
          { id: '942100', tags },
          { id: '942100', tags },
        ],
      }),
      auditLine({
        uri: '/a?x=2',
        isBlocked: true,
        client: '192.0.2.2',
        matches: [
          { id: '942100', tags },
          { id: '949110', tags: ['anomaly-evaluation'] },
        ],
      }),
      auditLine({
        isBlocked: true,
        host: 'b.example',
        matches: [{ id: '949110', message: 'Score' }],
      }),
      auditLine({ matches: [] }),
    ],
    { countryOf: (client) => (client === '192.0.2.1' ? 'CH' : undefined) },
  );
  const { period } = result;
  assert.deepEqual([period.blocked, period.detected, period.unmatched], [2, 1, 1]);
  assert.deepEqual(barsOf(result, 'rule'), ['942100 1 1', '949110 1 0']);
  assert.deepEqual(barsOf(result, 'tag'), ['OWASP_CRS 1 1', 'attack-sqli 1 1']);
  assert.deepEqual(barsOf(result, 'host'), ['a.example 1 1', 'b.example 1 0']);
  assert.deepEqual(barsOf(result, 'path'), ['/a 1 1', '/ 1 0']);
  assert.deepEqual(barsOf(result, 'country'), ['CH 1 1', 'unknown 1 0']);
  assert.deepEqual(barsOf(result, 'client'), ['192.0.2.1 1 1', '192.0.2.2 1 0']);
  const [bar] = result.dimensions[0]?.bars ?? [];
  const shown = bar?.requests.map((index) => result.requests[index]?.uri);
  assert.deepEqual(shown, ['/a?x=1', '/a?x=2']);
});

test('two periods: what is in neither counts nowhere', () => {
  const at = (day: string, uri: string): string =>
    auditLine({ time: `2026-11-${day}T12:00:00Z`, uri });
  const span = (from: string, to: string) => ({ from: Date.parse(from), to: Date.parse(to) });
  const result = counted([at('01', '/a'), at('02', '/b'), at('08', '/b'), at('09', '/c')], {
    span: span('2026-11-08', '2026-11-09'),
    comparedSpan: span('2026-11-01', '2026-11-03'),
  });
  assert.equal(result.period.detected, 1);
  assert.equal(result.before.detected, 2);
  const paths = result.dimensions.find(({ name }) => name === 'path')?.bars;
  assert.deepEqual(
    paths?.map(({ key, now, before, requests }) => [
      key,
      now.detected,
      before.detected,
      requests.length,
    ]),
    [
      ['/b', 1, 1, 1],
      ['/a', 0, 1, 0],
    ],
  );
});

test('names from the network are keys like any other', () => {
  const result = counted(
    ['__proto__', 'constructor', '__proto__'].map((host) => auditLine({ host })),
  );
  assert.deepEqual(barsOf(result, 'host'), ['__proto__ 0 2', 'constructor 0 1']);
});

test('more keys than fit: the frequent ones stay, and all counts add up', () => {
  const counts = createTopCounts(createRandomIndex(), 50);
  let total = 0;
  for (let round = 0; round < 2000; round += 1) {
    for (const key of ['often', 'less often'].slice(0, 1 + (round % 2))) {
      counts.add(key, '', one());
      total += 1;
    }
    counts.add(`rare ${round}`, '', one());
    total += 1;
  }
  const { bars, others, distinct, missing } = counts.result('path', () => 0);
  assert.deepEqual(
    bars.slice(0, 2).map(({ key, now }) => [key, now.detected]),
    [
      ['often', 2000],
      ['less often', 1000],
    ],
  );
  const sum = bars.reduce((all, { now }) => all + now.detected, others.now.detected);
  assert.equal(sum, total);
  assert.ok(distinct >= 50 && distinct <= 100, String(distinct));
  assert.ok(missing > 0);
});

test('a bar holds some of its requests, the same for the same log', () => {
  const draw = (): readonly number[] => {
    const counts = createTopCounts(createRandomIndex());
    for (let index = 0; index < 1000; index += 1) counts.add('key', '', one(String(index)));
    return counts.result('path', Number).bars[0]?.requests ?? [];
  };
  assert.equal(new Set(draw()).size, 10);
  assert.deepEqual(draw(), draw());
  assert.ok(Math.max(...draw()) > 500);
});

test('joined samples: each request is as likely as any other, however many the samples stand for', () => {
  const random = createRandomIndex();
  const draw = (name: string, count: number): Sample => {
    const sample = createSample();
    for (let index = 0; index < count; index += 1) addToSample(sample, random, () => name);
    return sample;
  };
  const sizes = [
    [2, 3],
    [0, 30],
    [10, 990],
    [990, 10],
    [500, 500],
  ] as const;
  for (const [few, many] of sizes) {
    let found = 0;
    for (let round = 0; round < 200; round += 1) {
      const sample = draw('one', few);
      joinSamples(sample, draw('other', many), random);
      assert.equal(sample.seen, few + many);
      assert.equal(sample.texts.length, Math.min(SAMPLE_SIZE, few + many));
      found += sample.texts.filter((text) => text === 'one').length;
    }
    const expected = (200 * Math.min(SAMPLE_SIZE, few + many) * few) / (few + many);
    assert.ok(Math.abs(found - expected) < 100, `${few} and ${many}: ${found}, not ${expected}`);
  }
  assert.equal(sizes.length, 5);
});

test('over time: steps grow with the log, and keep every request', () => {
  const counts = createTimeCounts(createRandomIndex());
  const start = Date.parse('2026-01-01');
  for (let minute = 0; minute < 20_000; minute += 1) counts.add(start + minute * 60_000, one());
  const { step, bars } = counts.result(() => 0);
  assert.ok(bars.length <= 120, String(bars.length));
  assert.equal(step, 3 * 3_600_000);
  assert.equal(bars[0]?.start, start);
  assert.equal(
    bars.reduce((sum, { now }) => sum + now.detected, 0),
    20_000,
  );
  assert.ok(bars.every(({ requests }) => requests.length === SAMPLE_SIZE));
});

test('clocks that are wrong by millennia make long steps, and no endless loop', () => {
  const counts = createTimeCounts(createRandomIndex());
  for (const year of [-200_000, 1970, 2026, 200_000]) counts.add(year * 31_557_600_000, one());
  const { bars } = counts.result(() => 0);
  assert.equal(
    bars.reduce((sum, { now }) => sum + now.detected, 0),
    4,
  );
});
