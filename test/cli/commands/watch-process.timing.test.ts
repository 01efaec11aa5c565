/** `check --watch` and `test --watch` as processes: a file is edited, and the new report comes soon. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import { formatRulesLock, RULES_LOCK } from '#compiler/rules-lock.ts';
import { processorTimeOf } from '#scripts/bench/processor-time-of.ts';
import { COMMAND_LINE, emptyFolder, isBuilt } from '../../e2e/helpers/built.ts';
import { until } from '../../proxy/helpers/until.ts';

const CRS = resolve(process.env['SHARED_DATA'] ?? '../shared/data', 'crs/rules');
/** A rule author sees the findings while the hand is still on the keys. */
const LIMIT_MS = 300;

type Watching = {
  readonly child: ChildProcess;
  /** All that came since the last edit, both streams. */
  text: string;
};

function watching(t: TestContext, cwd: string, words: readonly string[]): Watching {
  const child = spawn(process.execPath, [COMMAND_LINE, ...words, '--watch'], { cwd });
  const state: Watching = { child, text: '' };
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('latin1').on('data', (chunk: string) => {
      state.text += chunk;
    });
  }
  t.after(() => child.kill());
  return state;
}

/** Milliseconds; where they cannot be read the clock must do. */
function processorTime({ pid }: ChildProcess): number {
  return (pid === undefined ? undefined : processorTimeOf(pid)) ?? performance.now();
}

/** Everything up to the end of a turn; fails when none ends. */
async function report(state: Watching): Promise<string> {
  await until(() => state.text.includes('waiting for changes') || state.child.exitCode !== null);
  assert.match(state.text, /waiting for changes/);
  return state.text;
}

test('check: an edited file of the CRS is reported again, both profiles', async (t) => {
  if (!isBuilt(t, COMMAND_LINE)) return;
  if (!existsSync(CRS)) {
    t.skip(`${CRS} is absent`);
    return;
  }
  const folder = emptyFolder(t);
  cpSync('profiles', join(folder, 'profiles'), { recursive: true });
  cpSync(CRS, join(folder, 'rules/crs'), { recursive: true });
  writeFileSync(join(folder, RULES_LOCK), formatRulesLock('rules/crs', '1'));
  const state = watching(t, folder, ['check']);
  assert.match(await report(state), /^0 errors, 0 warnings, \d+ notices$/m);
  const edited = join(folder, 'rules/crs/REQUEST-942-APPLICATION-ATTACK-SQLI.conf');
  const [times, spent]: [number[], number[]] = [[], []];
  for (let edit = 1; edit <= 5; edit += 1) {
    state.text = '';
    const rule = `SecRule ARGS "@rx Evil" "id:${edit},phase:2,deny,log,t:lowercase"\n`;
    const [written, used] = [performance.now(), processorTime(state.child)];
    appendFileSync(edited, rule);
    assert.match(await report(state), new RegExp(`^0 errors, ${edit} warnings?, `, 'm'));
    times.push(Math.round(performance.now() - written));
    spent.push(processorTime(state.child) - used);
  }
  t.diagnostic(`from the edit to the report: ${times.join(', ')} ms`);
  t.diagnostic(`processor time for it: ${spent.join(', ')} ms`);
  // The least of all: what else runs on the machine has no say in it.
  assert.ok(Math.min(...times, ...spent) < LIMIT_MS);
});

const RULES = 'SecRuleEngine On\nSecRule ARGS "@rx evil" "id:1,phase:2,deny,log,t:none"\n';
const FTW = `---
rule_id: 1
tests:
  - test_id: 1
    stages:
      - input: { dest_addr: 127.0.0.1, port: 80, uri: "/?a=evil", headers: { Host: localhost } }
        output: { log: { expect_ids: [1] } }
`;

test('test: an edited rule is tried again, and what the command line lacks ends it', async (t) => {
  if (!isBuilt(t, COMMAND_LINE)) return;
  const folder = emptyFolder(t);
  writeFileSync(join(folder, 'rules.conf'), RULES);
  writeFileSync(join(folder, 'evil.yaml'), FTW);
  const state = watching(t, folder, ['test', 'evil.yaml', '--entry', 'rules.conf']);
  assert.match(await report(state), /^1 passed, 0 failed/m);
  state.text = '';
  writeFileSync(join(folder, 'rules.conf'), RULES.replace('evil', 'good'));
  assert.match(await report(state), /^0 passed, 1 failed/m);
  const misused = watching(t, folder, ['test', 'none.yaml', '--entry', 'rules.conf']);
  await until(() => misused.child.exitCode !== null);
  assert.equal(misused.child.exitCode, 2, misused.text);
});
