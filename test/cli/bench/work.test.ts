/** What a transaction touches does not depend on the machine: more of it is slower everywhere. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { emit } from '#compiler/4-emit/emit.ts';
import { toRequest } from '#compiler/cli/commands/bench/bench-request.ts';
import { countWork, WORK_NAMES, type WorkCounts } from '#compiler/cli/commands/bench/count-work.ts';
import { bundleWaf } from '#compiler/cli/project/bundle.ts';
import { disk } from '#compiler/cli/project/disk.ts';
import { importWaf } from '#compiler/cli/project/load-waf.ts';
import { compileVariant } from '#scripts/bench/build-waf.ts';
import { builtInMixes } from '#scripts/bench/built-in-mixes.ts';
import { rowTitle } from '../../helpers/row-title.ts';
import { countAllocation } from './count-allocation.ts';

const EXPECTED = 'test/cli/bench/work.json';
/** A rule or two more or less is no news. */
const SLACK = 0.03;
/** Other releases of Node have objects of other sizes than the one that has written work.json. */
const NODE = 20;
const SLACK_OF_OTHERS = 0.3;

/** In the order of the file. */
const NAMES = [...WORK_NAMES, 'allocatedBytes'];

test('transactions touch no more than they did (UPDATE_GOLDEN=1 writes work.json)', async (t) => {
  const text = await bundleWaf(emit(compileVariant({ profile: 'pl1', passes: 'on' }, disk)));
  const module = { ...(await importWaf(text)), text };
  const counts = builtInMixes.map(({ name, lines }): readonly [mix: string, work: WorkCounts] => {
    const requests = lines.map(toRequest);
    const allocatedBytes = countAllocation(module.waf, requests);
    return [name, { ...countWork(module, requests), allocatedBytes }];
  });
  if (process.env['UPDATE_GOLDEN'] === '1') {
    writeFileSync(EXPECTED, `${JSON.stringify(Object.fromEntries(counts), rounded, 2)}\n`);
  }
  const expected: Readonly<Record<string, WorkCounts>> = JSON.parse(readFileSync(EXPECTED, 'utf8'));
  assert.deepEqual(Object.keys(expected), ['browse', 'form', 'json', 'upload', 'attack']);
  for (const [mix, work] of counts) {
    await t.test(rowTitle(mix), () => {
      assert.deepEqual(Object.keys(work), NAMES);
      for (const name of NAMES) {
        const [now = 0, before = 0] = [work[name], expected[mix]?.[name]];
        const isCounted = counts.some(([, each]) => (each[name] ?? 0) > 0);
        assert.ok(isCounted, `${name}: nothing is counted; has its function another name?`);
        const isNear = Math.abs(now - before) <= before * slackOf(name);
        assert.ok(isNear, `${name}: ${now.toFixed(1)}, ${before.toFixed(1)} before`);
      }
    });
  }
});

function slackOf(name: string): number {
  const isOther = Number.parseInt(process.versions.node, 10) !== NODE;
  return name === 'allocatedBytes' && isOther ? SLACK_OF_OTHERS : SLACK;
}

const rounded = (_key: string, value: unknown): unknown =>
  typeof value === 'number' ? Math.round(value * 10) / 10 : value;
