/** `test --parallel` gives what a run in one process gives. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { commandLine } from '../../helpers/command-line.ts';

/** The counter goes up with every request of one address: tests must not see those of others. */
const RULES = `SecRuleEngine DetectionOnly
SecAction "id:1,phase:1,pass,nolog,initcol:ip=%{REMOTE_ADDR}"
SecAction "id:2,phase:1,pass,nolog,setvar:ip.count=+1"
SecRule IP:count "@gt 1" "id:3,phase:2,deny,log"
SecRule ARGS "@streq evil" "id:4,phase:2,deny,log"
`;

function testOf(number: number): string {
  const id = number % 3 === 0 ? 3 : 4;
  return `  - test_id: ${number}
    stages:
      - input: { uri: "/?a=evil", headers: { Host: h } }
        output: { log: { expect_ids: [${id}] } }
`;
}

test('records and exit code are the same', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-test-'));
  const run = (...options: readonly string[]) =>
    spawnSync(
      process.execPath,
      [...commandLine, 'test', 'tests.yaml', '--entry', 'rules.conf', ...options],
      { cwd: folder, encoding: 'utf8' },
    );
  try {
    writeFileSync(join(folder, 'rules.conf'), RULES);
    const numbers = Array.from({ length: 10 }, (_, index) => index + 1);
    writeFileSync(
      join(folder, 'tests.yaml'),
      `rule_id: 4\ntests:\n${numbers.map(testOf).join('')}`,
    );
    const alone = run('--reporter', 'spec');
    const shared = run('--reporter', 'spec', '--parallel', '3');
    assert.match(alone.stdout, /\n7 passed, 3 failed, 0 skipped\n$/, alone.stderr);
    assert.match(alone.stdout, /rule 3 does not match \[rules\.conf:4\]/);
    assert.deepEqual([shared.status, shared.stdout], [alone.status, alone.stdout]);
    assert.equal(alone.status, 1);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
