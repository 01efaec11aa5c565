/** Reads the YAML files of CRS regression tests (docs/spec/ftw.md#test-files). */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Header } from '../../../runtime/engine/host/compiled-waf.ts';
import type { FtwInput, FtwOutput, FtwStage, FtwTest } from './ftw-types.ts';
import {
  type Fields,
  FtwFileError,
  fieldsOf,
  flagField,
  knownFieldsOf,
  listField,
  numberField,
  numberListField,
  parseYaml,
  patternField,
  textField,
  textOf,
} from './yaml-fields.ts';

/** Fields that only tell go-ftw where to connect, or people what the test is about. */
const INPUT_FIELDS = [
  ...['dest_addr', 'port', 'protocol', 'method', 'uri', 'version', 'headers', 'data'],
  ...['encoded_request', 'autocomplete_headers'],
];
const OUTPUT_FIELDS = [
  ...['status', 'response_contains', 'expect_error', 'retry_once', 'isolated', 'log'],
];
const LOG_FIELDS = ['expect_ids', 'no_expect_ids', 'match_regex', 'no_match_regex'];

/** All tests of a directory (recursive, `*.yaml` and `*.yml`, byte order) or of one file. Throws FtwFileError. */
export function readTests(path: string): readonly FtwTest[] {
  return testFiles(path).flatMap((file) => parseTests(file, readFileSync(file, 'utf8')));
}

function testFiles(path: string): readonly string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.ya?ml$/.test(name))
    .sort()
    .map((name) => join(path, name));
}

/** The tests of one file's text; none for a file that holds only comments. Throws FtwFileError. */
export function parseTests(file: string, text: string): readonly FtwTest[] {
  const document = parseYaml(file, text);
  if (document === null || document === undefined || document === '') return [];
  const fields = fieldsOf(file, document);
  const ruleId = numberField(fields, 'rule_id');
  if (ruleId === undefined) throw new FtwFileError(`${file}: rule_id is missing.`);
  const meta = fields.entries.get('meta');
  const tags = meta instanceof Map ? readTags(fieldsOf(`${file}: meta`, meta)) : [];
  return listField(fields, 'tests').map((node) => readTest(file, ruleId, tags, node));
}

function readTags(fields: Fields): readonly string[] {
  return listField(fields, 'tags').map(String);
}

function readTest(file: string, ruleId: number, tags: readonly string[], node: unknown): FtwTest {
  const fields = fieldsOf(file, node);
  const testId = numberField(fields, 'test_id');
  if (testId === undefined) throw new FtwFileError(`${file}: test_id is missing.`);
  const id = `${ruleId}-${testId}`;
  const stages = listField(fields, 'stages').map((stage) => readStage(`${file}: ${id}`, stage));
  if (stages.length === 0) throw new FtwFileError(`${file}: ${id} has no stages.`);
  return { id, ruleId, testId, file, tags: [...tags, ...readTags(fields)], stages };
}

function readStage(where: string, node: unknown): FtwStage {
  const fields = fieldsOf(where, node);
  return {
    input: readInput(knownFieldsOf(`${where}: input`, fields.entries.get('input'), INPUT_FIELDS)),
    output: readOutput(`${where}: output`, fields.entries.get('output') ?? new Map()),
  };
}

function readInput(fields: Fields): FtwInput {
  const encoded = textField(fields, 'encoded_request');
  return {
    method: textField(fields, 'method'),
    uri: textField(fields, 'uri'),
    version: textField(fields, 'version'),
    headers: readHeaders(fields),
    data: textField(fields, 'data'),
    encodedRequest: encoded && Buffer.from(encoded, 'base64').toString('latin1'),
    autocompleteHeaders: flagField(fields, 'autocomplete_headers') ?? true,
  };
}

function readHeaders({ where, entries }: Fields): readonly Header[] {
  const node = entries.get('headers') ?? new Map();
  if (!(node instanceof Map)) throw new FtwFileError(`${where}: headers must be a mapping.`);
  return Array.from(node, ([name, value]) => [textOf(where, name), textOf(where, value)]);
}

/** Expectations of one stage; overrides have the same shape. */
export function readOutput(where: string, node: unknown): FtwOutput {
  const fields = knownFieldsOf(where, node, OUTPUT_FIELDS);
  const log = knownFieldsOf(`${where}: log`, fields.entries.get('log') ?? new Map(), LOG_FIELDS);
  return {
    status: numberField(fields, 'status'),
    expectError: flagField(fields, 'expect_error') ?? false,
    retryOnce: flagField(fields, 'retry_once') ?? false,
    isolated: flagField(fields, 'isolated') ?? false,
    responseContains: patternField(fields, 'response_contains'),
    expectIds: numberListField(log, 'expect_ids'),
    noExpectIds: numberListField(log, 'no_expect_ids'),
    matchRegex: patternField(log, 'match_regex'),
    noMatchRegex: patternField(log, 'no_match_regex'),
  };
}
