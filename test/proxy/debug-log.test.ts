/** Debug log level 9: every evaluation of rules compiled for it, and not one line of code for the others. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { emit } from '#compiler/4-emit/emit.ts';
import { readProfile } from '#compiler/profile.ts';
import { folderWith, portcullis } from '../helpers/command-line.ts';
import { compileText, memoryFiles } from '../helpers/compile-text.ts';
import { loadProgram } from '../helpers/load-program.ts';
import { exchangeRaw, rawRequest } from './helpers/raw-client.ts';
import { startTestProxy } from './helpers/start-proxy.ts';

const RULES = `SecRuleEngine On
SecRule ARGS|!ARGS:skipped "@rx union\\s+select" "id:1,phase:1,t:lowercase,t:urlDecode,pass,log"
SecRule REQUEST_METHOD "!@streq POST" "id:2,phase:1,pass,nolog,setvar:tx.seen=1,chain"
  SecRule REQUEST_HEADERS:Host "@contains other" "t:none"
SecRule ARGS:password "@streq secret" "id:3,phase:1,pass,nolog,setvar:tx.p=1"
SecAction "id:4,phase:1,pass,log,msg:'%{tx.seen} %{tx.p}'"
SecRule ARGS:none "@eq 1" "id:5,phase:1,deny"
`;

async function debugLines(
  t: TestContext,
  directives: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  const directory = mkdtempSync(join(tmpdir(), 'portcullis-trace-'));
  t.after(() => rmSync(directory, { recursive: true }));
  const path = join(directory, 'debug.log');
  const { program, diagnostics } = compileText(`${RULES}SecDebugLog ${path}\n${directives}`);
  assert.ok(program !== undefined, JSON.stringify(diagnostics));
  const proxy = await startTestProxy(t, { web: await loadProgram(program), environment });
  const target = '/?a=x&b=UNION%2520Select&skipped=1&password=secret';
  await exchangeRaw(proxy.port, rawRequest(target));
  const text = (): string => readFileSync(path, 'latin1');
  for (let wait = 0; wait < 100 && !text().includes('interruption'); wait += 1) await pause(50);
  return text()
    .trimEnd()
    .split('\n')
    .map((line) => line.replace(/^\[\S+\] \[\S+\] /, ''));
}

test('level 9 shows every rule, each value with its transformations, and the result', async (t) => {
  const lines = await debugLines(t, 'SecDebugLogLevel 9');
  const first = lines.findIndex((line) => line.startsWith('[9] rule 1 '));
  assert.deepEqual(lines.slice(first, first + 14), [
    '[9] rule 1 (rules.conf:2) in phase 1: "ARGS|!ARGS:skipped t:lowercase t:urlDecode @rx union\\\\s+select"',
    '[9]   "ARGS:a" = "x": the operator does not match',
    '[9]   "ARGS:b" = "union select" from "UNION%20Select": the operator matches',
    '[9]   "ARGS:password" = "[redacted]": the operator does not match',
    '[9]   matched',
    '[9] rule 2 (rules.conf:3) in phase 1: "REQUEST_METHOD !@streq POST" chain "REQUEST_HEADERS:Host @contains other"',
    '[9]   "REQUEST_METHOD" = "GET": the operator does not match',
    '[9]   chained rule 1: "REQUEST_HEADERS:Host" = "web.test": the operator does not match',
    '[9] rule 3 (rules.conf:5) in phase 1: "ARGS:password @streq secret"',
    '[9]   "ARGS:password" = "[redacted]": the operator matches',
    '[9]   matched',
    '[9] rule 4 (rules.conf:6) in phase 1: "always"',
    '[9]   matched',
    '[9] rule 5 (rules.conf:7) in phase 1: "ARGS:none @eq 1"',
  ]);
});

test('ctl:debugLogLevel switches it on and off for a transaction', async (t) => {
  const on =
    'SecAction "id:9,phase:2,pass,nolog,ctl:debugLogLevel=9"\nSecAction "id:10,phase:2,pass,log"';
  const lines = await debugLines(t, on, { SECDEBUGLOGLEVEL: '9' });
  const rules = lines.flatMap((line) => /^\[9\] rule (\d+)/.exec(line)?.[1] ?? []);
  assert.deepEqual(rules, ['10']);
});

test('a rule that ctl has switched off is shown as such', async (t) => {
  const lines = await debugLines(
    t,
    'SecDebugLogLevel 9\nSecAction "id:9,phase:1,pass,nolog,ctl:ruleRemoveById=10"\nSecAction "id:10,phase:2,deny"',
  );
  assert.ok(lines.includes('[9] rule 10 (rules.conf:11) in phase 2: switched off by ctl'));
});

test('rules compiled for a lower level report it, and have no code for the higher one', async (t) => {
  const lines = await debugLines(t, 'SecDebugLogLevel 3', { SECDEBUGLOGLEVEL: '9' });
  assert.ok(lines.some((line) => line.startsWith('[9] only matches are shown')));
  assert.ok(lines.some((line) => line.startsWith('[3] rule 1 ')));
  assert.ok(!lines.some((line) => line.startsWith('[9] rule')));
  const texts = (level: number): string => {
    const { program } = compileText(`${RULES}SecDebugLogLevel ${level}`);
    return program === undefined
      ? ''
      : emit(program)
          .map(({ text }) => text)
          .join('\n');
  };
  assert.match(texts(9), /traceTest\(tx, 0, entry, value, false, op\.streq/);
  assert.doesNotMatch(texts(8), /debug(?:Rule|Value|Match)/);
});

test('SECDEBUGLOGLEVEL reaches the compiler', () => {
  const files = memoryFiles({ 'profiles/x.json': '{"files":["a.conf"]}', 'a.conf': RULES });
  const read = readProfile('x', files, { SECDEBUGLOGLEVEL: '9' });
  assert.ok(read.kind === 'Ok');
  assert.equal(read.profile.debugLogLevel, 9);
});

test('SECDEBUGLOGLEVEL reaches the compiler of files, too', () => {
  const folder = folderWith({ 'a.conf': RULES });
  const words = ['compile', '--entry', 'a.conf', '--out'];
  for (const level of ['', '9']) {
    const { status, stderr } = portcullis(folder, [...words, `${level}.mjs`], '', {
      SECDEBUGLOGLEVEL: level,
    });
    assert.equal(status, 0, stderr);
  }
  const isTraced = (name: string): boolean =>
    /debugLogLevel: ?9/.test(readFileSync(join(folder, name), 'utf8'));
  assert.deepEqual([isTraced('.mjs'), isTraced('9.mjs')], [false, true]);
});
