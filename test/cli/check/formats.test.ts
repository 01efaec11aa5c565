/** Every format is what its readers ask for, and shows the same findings. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatGithub } from '#compiler/cli/commands/check/formats/github.ts';
import { formatJson } from '#compiler/cli/commands/check/formats/json.ts';
import { formatJunit } from '#compiler/cli/commands/check/formats/junit.ts';
import { formatSarif } from '#compiler/cli/commands/check/formats/sarif.ts';
import { formatText } from '#compiler/cli/output/format-findings.ts';
import { checkFiles } from './helpers.ts';

const ESCAPE = '\u001b';
const RULES = `SecRule ARGS "@rx <%a" "id:1,phase:2,deny,log,t:lowercase,\\
    msg:'%{MATCHED_VAR}'"
SecRule ARGS "@rx b" "id:1,phase:2,deny,log"
`;
const checked = checkFiles(
  { 'my rules/a,b.conf': RULES, 'clean.conf': 'SecRuleEngine On\n' },
  { test: ['my rules/a,b.conf', 'clean.conf'] },
);
const { findings } = checked;

test('the sample has a finding with a note', () => {
  assert.deepEqual(
    findings.map(({ code }) => code),
    ['duplicate-id'],
  );
  assert.equal(findings[0]?.notes.length, 1);
});

test('text has colours only when requested', () => {
  const plain = formatText(findings, false);
  assert.match(plain, /^my rules\/a,b\.conf:3:1: error: /);
  assert.equal(plain.includes(ESCAPE), false);
  const coloured = formatText(findings, true);
  assert.ok(coloured.includes(`${ESCAPE}[31merror:`));
  const parts = coloured.split(ESCAPE).map((part) => part.replace(/^\[\d+m/, ''));
  assert.equal(parts.join(''), plain);
});

test('json is one document with lines, columns and bytes', () => {
  const document = JSON.parse(formatJson(findings));
  assert.equal(document.schemaVersion, 1);
  assert.deepEqual(document.summary, { errors: 1, warnings: 0, notices: 0 });
  const [finding] = document.findings;
  const { file, line, column, endLine, startByte, endByte, notes, profiles } = finding;
  assert.deepEqual([file, line, column, endLine], ['my rules/a,b.conf', 3, 1, 3]);
  assert.equal(RULES.slice(startByte, endByte), 'SecRule ARGS "@rx b" "id:1,phase:2,deny,log"');
  assert.deepEqual(notes, ['It is first used here (my rules/a,b.conf:1:1)']);
  assert.deepEqual(profiles, ['test']);
});

test('github: properties and text are escaped, worst first', () => {
  const [finding] = findings;
  assert.ok(finding !== undefined);
  const warning = { ...finding, severity: 'warning' as const, message: '50%\nof: it, all' };
  const [first, second, ...rest] = formatGithub([warning, finding]).split('\n');
  assert.match(
    first ?? '',
    /^::error file=my rules\/a%2Cb\.conf,line=3,endLine=3,col=1,endColumn=45,title=duplicate-id::/,
  );
  assert.match(second ?? '', /^::warning .*::50%25%0Aof: it, all%0A/);
  assert.deepEqual(rest, ['']);
});

test('junit has an escaped case for each file', () => {
  const [finding] = findings;
  assert.ok(finding !== undefined);
  const xml = formatJunit([{ ...finding, message: '<&">\x01' }], checked.sources);
  assert.match(xml, /^<\?xml version="1\.0" encoding="UTF-8"\?>\n/);
  assert.match(xml, /tests="2" failures="1"/);
  assert.match(xml, /message="&lt;&amp;&quot;&gt;\?"/);
  assert.match(xml, /<testcase classname="portcullis" name="clean\.conf"\/>/);
  assert.equal(xml.match(/<testcase /g)?.length, 2);
  assert.equal(xml.match(/<\/testcase>/g)?.length, 1);
});

/** What the schema of SARIF 2.1.0 requires of the parts that are used (sections 3.13 to 3.59). */
test('sarif has the structure of version 2.1.0', () => {
  const log = JSON.parse(formatSarif(findings));
  assert.equal(log.version, '2.1.0');
  assert.equal(log.runs.length, 1);
  const [{ tool, results, originalUriBaseIds }] = log.runs;
  assert.equal(tool.driver.name, 'portcullis');
  assert.match(tool.driver.version, /^\d+\.\d+\.\d+$/);
  assert.equal(results.length, findings.length);
  for (const result of results) {
    assert.equal(tool.driver.rules[result.ruleIndex].id, result.ruleId);
    assert.ok(['error', 'warning', 'note'].includes(result.level));
    assert.ok(result.message.text.length > 0);
    const [{ physicalLocation }] = result.locations;
    assert.equal(physicalLocation.artifactLocation.uri, 'my%20rules/a%2Cb.conf');
    assert.ok(physicalLocation.artifactLocation.uriBaseId in originalUriBaseIds);
    const { startLine, startColumn, endLine, endColumn } = physicalLocation.region;
    assert.deepEqual([startLine, startColumn, endLine, endColumn], [3, 1, 3, 45]);
    assert.match(result.partialFingerprints['portcullis/v1'], /^[0-9a-f]{64}$/);
    assert.equal(result.relatedLocations[0].message.text, 'It is first used here');
  }
});
