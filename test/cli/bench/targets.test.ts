import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { FirstRequests } from '#scripts/bench/measure-first-requests.ts';
import type { MixFigures } from '#scripts/bench/measure-mixes.ts';
import { fasterPeer, readPeer, runPeer } from '#scripts/bench/peer.ts';
import type { ProxyFigures } from '#scripts/bench/proxies/measure-proxies.ts';
import { modsecurityRules } from '#scripts/bench/proxies/modsecurity-rules.ts';
import { showProxies } from '#scripts/bench/proxies/show-proxies.ts';
import { showTargets } from '#scripts/bench/show-targets.ts';
import { type Figures, targetsOf } from '#scripts/bench/targets.ts';
import { createWorkspace } from '#scripts/bench/workspace.ts';

const { SHARED_DATA = '../shared/data' } = process.env;

function mix(name: string, on: number, off: number, blocked = 0): MixFigures {
  const result = { allocatedBytes: 1, requests: 2, blocked: 0, rounds: 3 };
  return {
    profile: 'pl1',
    mix: name,
    passesOn: { ...result, microseconds: on },
    passesOff: { ...result, microseconds: off, blocked },
    ratio: off / on,
  };
}

function first(occasion: FirstRequests['occasion'], ratio: number): FirstRequests {
  return { occasion, mix: 'browse', first: ratio, later: 1, ratio, readyMilliseconds: 1 };
}

const nothing: Figures = {
  peer: { name: 'Other', source: 'made up', microseconds: { browse: 2000, form: 8000 } },
  cacheBytes: 48 << 20,
  commands: undefined,
  start: undefined,
  firstRequests: undefined,
  transactions: undefined,
  levels: undefined,
  worst: undefined,
  adversarial: undefined,
};

function outcomes(figures: Figures): ReadonlyMap<string, readonly [unknown, unknown]> {
  return new Map(
    targetsOf(figures).map(({ name, measured: reached, isMet }) => [name, [reached, isMet]]),
  );
}

test('what was not measured is neither met nor missed', () => {
  const targets = targetsOf(nothing);
  const measured = targets.filter(({ isMet }) => isMet !== undefined);
  assert.deepEqual(
    measured.map(({ name, isMet }) => [name, isMet]),
    [['matcher caches of both profiles', true]],
  );
  assert.match(
    showTargets(targets, nothing.peer),
    /json: PL4 against PL1 +<= 1\.60 x +not measured$/m,
  );
});

test('each figure is held against its target', () => {
  const given = { first: 6000, warm: 4000 };
  const times = [
    { size: 3072, ...given },
    { size: 131_072, first: 160_000, warm: 40_000 },
  ];
  // What only fits a header does not count as a request of 128 KB.
  const short = [{ size: 16_384, first: 900_000, warm: 800_000 }];
  const string = { rules: [1], family: 'soup', index: 0, times, doubling: 2.5 } as const;
  const shape = { shape: 'JSON names', filling: 'members' } as const;
  const found = outcomes({
    ...nothing,
    commands: { compileMilliseconds: 5000, checkMilliseconds: 1600 },
    start: {
      bundleBytes: 4 << 20,
      bundleGzipBytes: 1,
      listenMilliseconds: 240,
      startMilliseconds: 1,
      nodeMilliseconds: 1,
      startRssBytes: 1,
      busyRssBytes: undefined,
    },
    firstRequests: [first('start', 1.9), first('reload', 2.1), first('reload', 1)],
    transactions: [mix('browse', 40, 160, 1), mix('form', 400, 4000)],
    levels: [{ mix: 'browse', microseconds: [100, 110, 120, 150] }],
    worst: [
      { profile: 'pl1', name: 'tabs', result: { firstMicroseconds: 9000, microseconds: 4000 } },
      { profile: 'pl2', name: 'tabs', result: { firstMicroseconds: 9000, microseconds: 6000 } },
      { profile: 'pl1', name: 'lines', result: undefined },
    ],
    adversarial: {
      alone: { screened: 9, expressions: 1, measured: 2, longest: times, strings: [string] },
      carried: {
        screened: 7,
        requests: [
          { ...string, carrier: 'Cookie', times: short },
          { ...string, carrier: 'args' },
        ],
      },
      shapes: {
        screened: 3,
        requests: [
          { ...shape, bytes: 131_080, first: 90_000, warm: 110_000 },
          { ...shape, bytes: 16_577, first: 900_000, warm: 800_000 },
        ],
      },
    },
  });
  const expected: readonly (readonly [name: string, reached: unknown, isMet: unknown])[] = [
    ['browse: faster than Other', 50, true],
    ['form: faster than Other', 20, false],
    ['json: faster than Other', undefined, undefined],
    ['browse: faster than without passes', 4, false],
    ['form: faster than without passes', 10, true],
    ['mixes whose verdicts the passes change', 1, false],
    ['worst expression, 3 KB, first', 6000, false],
    ['worst expression, 3 KB, warm', 4000, true],
    ['worst request, 128 KB, first', 160_000, false],
    ['worst request, 128 KB, warm', 110_000, false],
    ['twice the text, 8 KB to 1 MB', 2.5, false],
    ['tabs', 6000, false],
    ['lines', undefined, false],
    ['browse: PL4 against PL1', 1.5, true],
    ['memory (RSS) of the busy proxy', undefined, undefined],
    ['start to listening', 240_000, true],
    ['first 100 requests after a start', 1.9, true],
    ['first 100 requests after a reload', 2.1, false],
    ['bundle with both profiles', 4 << 20, false],
    ['compile, both', 5e6, true],
    ['check, both', 1.6e6, false],
  ];
  for (const [name, ...outcome] of expected) assert.deepEqual(found.get(name), outcome, name);
  assert.equal(expected.length, 21);
});

test('a run whose worst requests all fit a header says nothing about 128 KB', () => {
  const times = [{ size: 16_384, first: 9, warm: 8 }];
  const request = { carrier: 'Cookie', rules: [1], family: 'soup', index: 0, doubling: 2 } as const;
  const alone = { screened: 1, expressions: 1, measured: 1, longest: times, strings: [] };
  const carried = { screened: 1, requests: [{ ...request, times }] };
  const found = outcomes({ ...nothing, adversarial: { alone, carried } });
  assert.deepEqual(found.get('worst request, 128 KB, warm'), [undefined, undefined]);
});

test('the whole proxy is held against nginx with ModSecurity where that was measured', () => {
  const times = { inspecting: 500, forwarding: 300, blocked: 1 };
  const nginx = { inspecting: 6000, forwarding: 100, blocked: 1 };
  const alone = { mix: 'browse', requests: 2, proxy: times, nginx: undefined, ratio: undefined };
  const without: readonly ProxyFigures[] = [{ ...alone, differing: [] }];
  const beside: readonly ProxyFigures[] = [
    { ...alone, nginx, ratio: 12, differing: [] },
    { ...alone, mix: 'json', nginx, ratio: 12, differing: ['json-1'] },
  ];
  const names = [
    'browse: proxy cheaper than nginx + ModSecurity',
    'json: proxy cheaper than nginx + ModSecurity',
    'requests that nginx + ModSecurity answers otherwise',
  ];
  const of = (proxies: readonly ProxyFigures[]) => {
    const found = outcomes({ ...nothing, proxies });
    return names.map((name) => found.get(name));
  };
  const unmeasured = [undefined, undefined];
  assert.deepEqual(of(without), [unmeasured, unmeasured, unmeasured]);
  assert.deepEqual(of(beside), [
    [12, true],
    [12, false],
    [1, false],
  ]);
  assert.match(showProxies(without), /browse +500 us +200 us +1 of 2\n.* not measured, /);
  assert.match(showProxies(beside), /browse .* 6\.00 ms +5\.90 ms +12\.0 x +29\.5 x +1 of 2$/m);
  assert.match(showProxies(beside), /statuses differ for 1: json-1$/);
  assert.match(showProxies(beside.slice(0, 1)), /both refuse the same requests/);
});

test('ModSecurity gets the rules of pl1 without what it does not know', () => {
  const { folder } = createWorkspace(SHARED_DATA);
  try {
    const rules = modsecurityRules(folder);
    assert.equal(rules !== undefined, existsSync(join(folder, 'rules/crs')));
    if (rules === undefined) return;
    assert.match(rules, /^SecRuleEngine On$/m);
    assert.match(rules, /tx\.crs_setup_version/);
    assert.match(rules, /^Include .*\/rules\/crs\/\*\.conf$/m);
    assert.doesNotMatch(rules, /RAW|InMemoryLimit|audit\.log/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('figures of another firewall come from a file or are the published ones', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-'));
  try {
    const path = join(folder, 'peer.json');
    writeFileSync(path, '{"name":"X","microseconds":{"browse":10}}');
    const peer = { name: 'X', source: 'measured for this run', microseconds: { browse: 10 } };
    assert.deepEqual(readPeer(path), peer);
    writeFileSync(path, '{"name":"X"}');
    assert.throws(() => readPeer(path), /must hold/);
    assert.match(readPeer(undefined).source, /another day/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('of the figures that a command prints at two times, the better ones count', () => {
  const run = (browse: number, form: number) =>
    runPeer(`echo '{"name":"X","microseconds":{"browse":${browse},"form":${form}}}'`);
  const { name, microseconds } = fasterPeer(run(10, 5), run(8, 7));
  assert.deepEqual([name, microseconds], ['X', { browse: 8, form: 5 }]);
  assert.throws(() => runPeer('echo {}'), /must hold/);
  assert.throws(() => runPeer('false'), /Command failed/);
});

test('the workspace has the rules by the paths that profiles use', () => {
  const { folder, files } = createWorkspace(SHARED_DATA);
  try {
    const rules = [...files.glob('rules/*.conf'), ...files.glob('rules/crs/*.conf')];
    assert.ok(rules.length > 10);
    for (const path of rules) assert.ok(files.read(path) !== undefined, path);
    assert.ok(existsSync(join(folder, 'profiles/pl1.json')));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('plain bodies have a target for each byte, and one that was given up misses it', () => {
  const bodyKinds = [
    { kind: 'prose', bytes: 1000, microseconds: 90, strictMicroseconds: 210 },
    { kind: 'noise', bytes: 1000, microseconds: 110, strictMicroseconds: undefined },
  ];
  const reached = outcomes({ ...nothing, bodyKinds });
  assert.deepEqual(reached.get('prose: a byte at PL1'), [0.09, true]);
  assert.deepEqual(reached.get('prose: a byte at PL4'), [0.21, false]);
  assert.deepEqual(reached.get('noise: a byte at PL1'), [0.11, false]);
  assert.deepEqual(reached.get('noise: a byte at PL4'), [undefined, false]);
});
