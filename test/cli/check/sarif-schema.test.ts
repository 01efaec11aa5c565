/** What `check --format sarif` prints is valid by the official schema, which a package of Microsoft carries. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import Ajv from 'ajv';
import { folderWith, portcullis } from '../../helpers/command-line.ts';
import { rowTitle } from '../../helpers/row-title.ts';

const readJson = (module: string): object =>
  JSON.parse(readFileSync(fileURLToPath(import.meta.resolve(module)), 'utf8'));

const ajv = new Ajv({ schemaId: 'auto', allErrors: true });
ajv.addMetaSchema(readJson('ajv/lib/refs/json-schema-draft-04.json'));
const validate = ajv.compile(readJson('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json'));

/** Each of another level, one with two places, one behind letters of two bytes. */
const RULES = `SecRule ARGS "@rx Evil" "id:1,phase:2,deny,log,t:lowercase,msg:'ungültig'"
SecRule ARGS "@rx x" "id:2,phase:1,pass,nolog,setvar:tx.a=1,msg:'%{tx.b}'"
SecRule TX:late "@eq 1" "id:3,phase:1,pass,nolog"
SecAction "id:4,phase:2,pass,nolog,setvar:tx.late=1"
SecMarker UNUSED
`;

test('findings of every level are valid by the schema', () => {
  const folder = folderWith({ 'my rules/ü.conf': RULES });
  const words = ['check', 'my rules/ü.conf', '--format', 'sarif', '--error', 'unset-variable'];
  const { stdout, status } = portcullis(folder, words);
  assert.equal(status, 1);
  const log = JSON.parse(stdout);
  const [{ results }] = log.runs;
  const levels = new Set(results.map(({ level }: { readonly level: string }) => level));
  assert.deepEqual([...levels].toSorted(), ['error', 'note', 'warning']);
  assert.ok(results.some((result: object) => 'relatedLocations' in result));
  assert.ok(validate(log), ajv.errorsText(validate.errors));
});

test('a document without findings is valid by the schema', () => {
  const folder = folderWith({ 'clean.conf': 'SecRuleEngine On\n' });
  const { stdout, status } = portcullis(folder, ['check', 'clean.conf', '--format', 'sarif']);
  assert.equal(status, 0);
  assert.ok(validate(JSON.parse(stdout)), ajv.errorsText(validate.errors));
});

test('the schema refuses what is not SARIF', async (t) => {
  const folder = folderWith({ 'rules.conf': RULES });
  const { stdout } = portcullis(folder, ['check', 'rules.conf', '--format', 'sarif']);
  const breaks: readonly (readonly [from: string, to: string])[] = [
    ['"version": "2.1.0"', '"version": "2.0.0"'],
    ['"level": "warning"', '"level": "severe"'],
    ['"startLine": 1', '"startLine": 0'],
    ['"runs"', '"run"'],
    ['"ruleIndex": 0', '"ruleIndex": "0"'],
  ];
  for (const [from, to] of breaks) {
    await t.test(rowTitle(from), () => {
      assert.ok(stdout.includes(from), from);
      assert.equal(validate(JSON.parse(stdout.replaceAll(from, to))), false, to);
    });
  }
  assert.equal(breaks.length, 5);
});
