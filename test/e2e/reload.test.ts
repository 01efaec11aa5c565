/** What a reload of the built proxy says it has done. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { moduleText } from '../proxy/helpers/module-text.ts';
import { until } from '../proxy/helpers/until.ts';
import { emptyFolder, isBuilt, PROXY } from './helpers/built.ts';
import { runBuilt } from './helpers/run-built.ts';

test('a reload says "in part" only when something was reloaded', async (t) => {
  if (!isBuilt(t, PROXY)) return;
  const folder = emptyFolder(t);
  const module = join(folder, 'waf.mjs');
  const log = join(folder, 'access.log');
  const rows = [
    ['0', 'off', 'Nothing reloaded: see standard error'],
    ['0', 'stdout', 'Nothing reloaded: see standard error'],
    ['0', log, 'Reloaded in part: see standard error'],
    ['2', 'off', 'Nothing reloaded: see standard error'],
    ['2', log, 'Reloaded in part: see standard error'],
  ] as const;
  for (const [WORKERS, ACCESS_LOG, expected] of rows) {
    writeFileSync(module, moduleText('one'));
    const { child, stdout, stderr } = await runBuilt(t, {
      WORKERS,
      ACCESS_LOG,
      ENGINE_RULES_PATH_SITES: module,
    });
    const reload = async (): Promise<string | undefined> => {
      const before = stdout().length;
      const last = (): string | undefined =>
        stdout()
          .slice(before)
          .split('\n')
          .find((line) => /reloaded/i.test(line));
      child.kill('SIGHUP');
      await until(() => last() !== undefined);
      return last();
    };
    assert.equal(await reload(), 'Reloaded');
    writeFileSync(module, 'no module');
    assert.equal(await reload(), expected, `WORKERS=${WORKERS} ACCESS_LOG=${ACCESS_LOG}`);
    await until(() => stderr().includes('reload: '));
    assert.match(stderr(), /^reload: ENGINE_RULES_PATH_SITES: .*waf\.mjs cannot be loaded/m);
    assert.equal(stderr().match(/^reload: /gm)?.length, 1, 'all processes find the same problem');
    child.kill('SIGTERM');
  }
  assert.equal(rows.length, 5);
});
