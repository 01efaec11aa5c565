/** The OWASP CRS against the next version: what is shown, and within which time. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pruningPasses } from '#compiler/3-specialize/specialize.ts';
import { compare } from '#compiler/cli/commands/diff/compare.ts';
import { formatDifference } from '#compiler/cli/commands/diff/format-difference.ts';
import { disk } from '#compiler/cli/project/disk.ts';
import { compile } from '#compiler/compile.ts';
import { profileOfEntries } from '#compiler/profile.ts';
import type { RuleFiles } from '#compiler/rule-files.ts';
import { crsPatterns, missingData, sharedData } from '../../compiler/regex/crs-patterns.ts';

/** Another version, a branch more in one expression, and one less. */
const next: RuleFiles = {
  ...disk,
  read: (path) =>
    disk
      .read(path)
      ?.replaceAll(/OWASP_CRS\/4\.\d+\.\d+/g, 'OWASP_CRS/4.999.0')
      .replace('|b(?:enchmark|', '|b(?:enchmark|reakpoint|')
      .replace('|rc32|', '|'),
};

function side(files: RuleFiles): Parameters<typeof compare>[0] {
  const entries = [`${sharedData}/crs/crs-setup.conf.example`, `${sharedData}/crs/rules/*.conf`];
  const { ruleSet, program } = compile(profileOfEntries('crs', entries), files, pruningPasses);
  assert.ok(ruleSet !== undefined && program !== undefined);
  return { ruleSet, program, waf: undefined };
}

test('the CRS against the next version takes less than 5 s', (t) => {
  if (crsPatterns() === undefined) return t.skip(missingData);
  const started = process.cpuUsage();
  const text = formatDifference(compare(side(disk), side(next), []), false);
  const { user, system } = process.cpuUsage(started);
  t.diagnostic(`${Math.round((user + system) / 1000)} ms`);
  assert.match(text, /\|b\(\?:enchmark\|reakpoint\|/);
  assert.match(text, /^ver OWASP_CRS\/4\.\d+\.\d+ -> OWASP_CRS\/4\.999\.0 in \d{3} rules: /m);
  assert.ok(text.split('\n').length < 60, text);
  assert.ok(user + system < 5_000_000);
});
