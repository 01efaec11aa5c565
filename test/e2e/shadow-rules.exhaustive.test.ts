/** Rules on trial with workers, and candidates that fail: no response changes. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { moduleText } from '../proxy/helpers/module-text.ts';
import { until } from '../proxy/helpers/until.ts';
import { emptyFolder, isBuilt, PROXY } from './helpers/built.ts';
import { expectDifferences } from './helpers/expect-differences.ts';
import { INJECTION, startTrial, untilJudging } from './helpers/shadow-trial.ts';

test('differing verdicts are reported by workers too', (t) => expectDifferences(t, '2'));

test('requests right before a shutdown are reported or counted as dropped', async (t) => {
  if (!isBuilt(t, PROXY)) return;
  const module = join(emptyFolder(t), 'next.mjs');
  writeFileSync(module, moduleText('harmless'));
  const trial = await startTrial(t, module, { SHUTDOWN_TIMEOUT: '10' });
  await untilJudging(trial, '/harmless');
  const last = Array.from({ length: 40 }, (_, index) => `/harmless?last=${index}`);
  for (const target of last) assert.equal(await trial.status(target), 200);
  await trial.stop();
  const lines = trial.lines();
  const reported = lines.filter(({ uri }) => last.includes(String(uri))).length;
  const dropped = lines.reduce((sum, line) => sum + Number(line['dropped'] ?? 0), 0);
  assert.equal(reported + dropped, last.length);
  const judged = lines.reduce((sum, line) => sum + Number(line['judged'] ?? 0), 0);
  assert.equal(judged, lines.filter(({ kind }) => kind === 'difference').length);
});

test('a candidate that throws, spins or cannot be loaded touches no response', async (t) => {
  if (!isBuilt(t, PROXY)) return;
  const module = join(emptyFolder(t), 'next.mjs');
  const spinning = "if (request.target.includes('spin')) for (;;);";
  const throwing = "if (request.target.includes('throw')) throw new Error('out of order');";
  const text = moduleText('harmless').replace(
    'inspectRequestHeaders: () => {',
    `inspectRequestHeaders: () => { ${spinning} ${throwing}`,
  );
  writeFileSync(module, text);
  const trial = await startTrial(t, module);
  await untilJudging(trial, '/harmless');
  assert.equal(await trial.status('/throw'), 200);
  assert.equal(await trial.status('/spin'), 200);
  assert.equal(await trial.status(INJECTION), 403);
  const faults = (): unknown[] =>
    trial.lines().flatMap(({ kind, problem }) => (kind === 'fault' ? [problem] : []));
  await until(() => faults().length >= 2);
  assert.deepEqual(faults(), ['out of order', 'no verdict in 5 s']);
  const before = trial.lines().length;
  await until(async () => {
    assert.equal(await trial.status('/harmless'), 200);
    return trial.lines().length > before + 1;
  });
  writeFileSync(module, 'export const nothing = 1;');
  trial.reload();
  await until(() => trial.errors().includes('SHADOW_RULES'));
  assert.match(trial.errors(), /SHADOW_RULES: the candidate cannot be loaded: it exports no/);
  const judged = trial.lines().length;
  await until(async () => {
    await trial.status('/harmless');
    return trial.lines().length > judged;
  });
  assert.ok(trial.lines().length > judged, 'the one before goes on');
  writeFileSync(module, moduleText('other'));
  trial.reload();
  await until(async () => {
    assert.equal(await trial.status('/other'), 200);
    return trial.lines().some(({ uri }) => uri === '/other');
  });
  assert.ok(trial.lines().some(({ uri }) => uri === '/other'));
});

test('a candidate that no worker can load is one warning', async (t) => {
  if (!isBuilt(t, PROXY)) return;
  const folder = emptyFolder(t);
  const module = join(folder, 'next.mjs');
  const loads = join(folder, 'loads');
  writeFileSync(loads, '');
  const note = `appendFileSync(${JSON.stringify(loads)}, 'load');`;
  writeFileSync(
    module,
    `import { appendFileSync } from 'node:fs';\n${note}\nthrow new Error('x');`,
  );
  const trial = await startTrial(t, module, { WORKERS: '2' });
  await until(() => readFileSync(loads, 'utf8') === 'loadload');
  await trial.stop();
  assert.deepEqual(trial.errors().match(/^SHADOW_RULES: .*$/gm), [
    'SHADOW_RULES: the candidate cannot be loaded: x',
  ]);
});

test('a reload loads a candidate again that could not be loaded', async (t) => {
  if (!isBuilt(t, PROXY)) return;
  const folder = emptyFolder(t);
  const module = join(folder, 'next.mjs');
  const ready = join(folder, 'ready');
  const check = `if (!existsSync(${JSON.stringify(ready)})) throw new Error('not yet');`;
  const imports = "import { existsSync } from 'node:fs';";
  writeFileSync(module, `${imports}\n${check}\n${moduleText('harmless')}`);
  const trial = await startTrial(t, module);
  await until(() => trial.errors().includes('SHADOW_RULES'));
  assert.match(trial.errors(), /SHADOW_RULES: the candidate cannot be loaded: not yet/);
  writeFileSync(ready, '');
  trial.reload();
  await untilJudging(trial, '/harmless');
});
