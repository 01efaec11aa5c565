/** What differs is reported with the rules of both, and `promote` decides by it. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { moduleText } from '../../proxy/helpers/module-text.ts';
import { until } from '../../proxy/helpers/until.ts';
import { COMMAND_LINE, emptyFolder, isBuilt, PROXY } from './built.ts';
import { INJECTION, startTrial, untilJudging } from './shadow-trial.ts';

export async function expectDifferences(t: TestContext, workers: string): Promise<void> {
  if (!isBuilt(t, PROXY) || !isBuilt(t, COMMAND_LINE)) return;
  const module = join(emptyFolder(t), 'next.mjs');
  writeFileSync(module, moduleText('harmless'));
  const trial = await startTrial(t, module, { WORKERS: workers });
  await untilJudging(trial, '/harmless?token=s3cret');
  await until(async () => {
    assert.equal(await trial.status(INJECTION), 403);
    assert.equal(await trial.status('/harmless'), 200);
    return trial.lines().some(({ change }) => change === 'lost_block');
  });
  await trial.stop();
  const lines = trial.lines();
  const newBlock = lines.find(({ change }) => change === 'new_block');
  assert.equal(newBlock?.['uri'], '/harmless?token=[redacted]');
  assert.deepEqual(newBlock?.['live'], { verdict: 'pass', rules: [] });
  assert.deepEqual(newBlock?.['shadow'], { verdict: 'deny 403', rules: [] });
  const lost = lines.find(({ change }) => change === 'lost_block');
  assert.match(JSON.stringify(lost?.['live']), /"verdict":"deny 403",.*"id":"942100"/);
  assert.ok(!JSON.stringify(lines).includes('hunter2'));
  assert.ok(lines.some(({ kind, judged }) => kind === 'summary' && Number(judged) > 1));
  const promote = (...words: string[]): { code: number | null; out: string } => {
    const all = [COMMAND_LINE, 'promote', trial.report, ...words];
    const { status, stdout } = spawnSync(process.execPath, all, { encoding: 'utf8' });
    return { code: status, out: stdout };
  };
  const refused = promote('--max-new-blocks', '0.01%', '--min-requests', '1');
  assert.equal(refused.code, 1);
  assert.match(
    refused.out,
    /The candidate cannot take over: it would block [0-9]+ requests that pass/,
  );
  assert.match(refused.out, /942100 {2}[0-9]+ {2}\S/);
  const rates = ['--max-new-blocks', '100%', '--max-lost-blocks', '100%'];
  assert.equal(promote(...rates, '--min-requests', '1').code, 0);
  assert.match(promote(...rates).out, /requests of at least 1000\./);
}
