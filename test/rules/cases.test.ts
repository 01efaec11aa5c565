import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTests } from '#compiler/cli/ftw/read-tests.ts';
import { formatSummary } from '#compiler/cli/ftw/report.ts';
import { runFtw } from '#compiler/cli/ftw/run-in-process.ts';
import { loadProgram } from '../helpers/load-program.ts';
import { ALL_RULES, compileFiles } from './helpers/rule-set.ts';

/** Rules that no case in process can meet: the request reader, like httpd, settles these headers first. */
const onlyOnTheWire: ReadonlyMap<number, string> = new Map([
  [920181, 'drops Content-Length beside Transfer-Encoding'],
  [920620, 'joins repeated Content-Type headers'],
]);

const cases = readTests('test/rules/cases');

test('every case of the built-in rules passes', async () => {
  const { program } = compileFiles(ALL_RULES);
  const summary = await runFtw({ waf: await loadProgram(program), tests: cases });
  assert.ok(summary.passed > 900, formatSummary(summary));
  assert.equal(summary.failed, 0, formatSummary(summary));
});

test('every detection rule has a case that it must catch and one that it must not', () => {
  const { ruleSet } = compileFiles(ALL_RULES);
  const ids = ruleSet.entries.flatMap((entry) =>
    entry.kind === 'Rule' && entry.metadata.tags.some((tag) => tag.startsWith('paranoia-level/'))
      ? [entry.id]
      : [],
  );
  assert.ok(ids.length > 300, `${ids.length} rules`);
  const missing = ids.flatMap((id) => {
    const outputs = cases
      .filter(({ ruleId }) => ruleId === id)
      .flatMap(({ stages }) => stages.map(({ output }) => output));
    const catches = outputs.some(({ expectIds }) => expectIds.includes(id));
    const spares = outputs.some(({ noExpectIds }) => noExpectIds.includes(id));
    return [
      ...(catches || onlyOnTheWire.has(id) ? [] : [`${id} catches`]),
      ...(spares ? [] : [`${id} spares`]),
    ];
  });
  assert.deepEqual(missing, []);
});

test('the rules left out need it', () => {
  for (const id of onlyOnTheWire.keys()) {
    const positive = cases.some(
      ({ ruleId, stages }) =>
        ruleId === id && stages.some(({ output }) => output.expectIds.includes(id)),
    );
    assert.equal(positive, false, `${id} has a case now`);
  }
});
