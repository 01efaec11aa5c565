/** Reads the YAML files of CRS regression tests (docs/spec/ftw.md#test-files). */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { didYouMean, nearest } from '#compiler/suggest.ts';
import type { ByteString } from '#engine/bytes/byte-string.ts';
import type { Header } from '#engine/host/compiled-waf.ts';
import type { FtwInput, FtwOutput, FtwStage, FtwTest } from './ftw-types.ts';
import {
  type Fields,
  FtwFileError,
  fieldsOf,
  flagField,
  listField,
  numberField,
  numberListField,
  parseYaml,
  patternField,
  readOrThrow,
  textField,
  textOf,
} from './yaml-fields.ts';

/** Known fields: those that this file reads, and those that say where go-ftw connects. */
const INPUT_FIELDS = [
  ...['dest_addr', 'port', 'protocol', 'method', 'uri', 'uris', 'version', 'headers', 'data'],
  ...['encoded_data', 'encoded_request', 'raw_request', 'autocomplete_headers', 'stop_magic'],
  ...['follow_redirect', 'save_cookie', 'response', 'ordered_headers', 'virtual_host_mode'],
];
const OUTPUT_FIELDS = [
  ...['status', 'response_contains', 'expect_error', 'retry_once', 'isolated', 'log'],
  ...['log_contains', 'no_log_contains'],
];
const LOG_FIELDS = [
  ...['expect_ids', 'no_expect_ids', 'match_regex', 'no_match_regex'],
  ...['expect_id', 'no_expect_id'],
];
const TEST_FIELDS = ['test_id', 'test_title', 'desc', 'description', 'tags', 'stages'];
const FILE_FIELDS = ['meta', 'rule_id', 'tests'];
const STAGE_FIELDS = ['description', 'input', 'output', 'stage'];

/**
 * Reads all tests of one file, or of the files `*.yaml` and `*.yml` of a directory and its subdirectories, in byte order.
 * Skips names that begin with a dot: Kubernetes stores copies of mounted files under such names. Throws FtwFileError.
 */
export function readTests(path: string): readonly FtwTest[] {
  return readOrThrow(path, testFiles).flatMap((file) => parseTests(file, readText(file)));
}

/** Returns the text of a file. Throws FtwFileError. */
export function readText(path: string): string {
  return readOrThrow(path, (each) => readFileSync(each, 'utf8'));
}

function testFiles(path: string): readonly string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.ya?ml$/.test(name) && !/(?:^|[\\/])\./.test(name))
    .sort()
    .map((name) => join(path, name));
}

/** Parses the tests in the text of one file. A file with only comments has none. Throws FtwFileError. */
export function parseTests(file: string, text: string): readonly FtwTest[] {
  const document = parseYaml(file, text);
  if (document === null || document === undefined || document === '') return [];
  const unknown: string[] = [];
  const fields = fieldsOf(file, document, FILE_FIELDS, unknown);
  const ruleId = numberField(fields, 'rule_id') || idIn(file);
  if (ruleId === undefined) {
    throw new FtwFileError(`${file}: rule_id is missing, and the file name contains no number.`);
  }
  const meta = fields.entries.get('meta');
  const tags = meta instanceof Map ? readTags(fieldsOf(`${file}: meta`, meta)) : [];
  const context = { file, ruleId, tags, unknown };
  const tests = listField(fields, 'tests').map((node, index) => readTest(node, index + 1, context));
  return tests.map((test) => ({ ...test, unknown: [...new Set(unknown)] }));
}

/** Returns the first number in the file name, else in the path, as go-ftw does. */
function idIn(path: string): number | undefined {
  const [found] = /\d{1,15}/.exec(basename(path)) ?? /\d{1,15}/.exec(path) ?? [];
  return found === undefined ? undefined : Number(found);
}

function readTags(fields: Fields): readonly string[] {
  return listField(fields, 'tags').map(String);
}

type FileContext = {
  readonly file: string;
  readonly ruleId: number;
  readonly tags: readonly string[];
  /** Collects the names of unknown fields, which go-ftw ignores. */
  readonly unknown: string[];
};

/** Reads one test. `position`, from 1, is its number when `test_id` is missing. */
function readTest(
  node: unknown,
  position: number,
  { file, ruleId, tags, unknown }: FileContext,
): Omit<FtwTest, 'unknown'> {
  const fields = fieldsOf(file, node, TEST_FIELDS, unknown);
  const testId = numberField(fields, 'test_id') || position;
  const id = `${ruleId}-${testId}`;
  const where = `${file}: ${id}`;
  const stages = listField(fields, 'stages').flatMap((stage) => readStages(where, stage, unknown));
  if (stages.length === 0) throw new FtwFileError(`${where} has no stages.`);
  return { id, ruleId, testId, file, tags: [...tags, ...readTags(fields)], stages };
}

/** Returns one stage for each of `uris`, or one stage. In older files, a mapping `stage` contains the fields. */
function readStages(where: string, node: unknown, unknown: string[]): readonly FtwStage[] {
  const outer = knownFields(where, node, STAGE_FIELDS);
  const inner = outer.entries.get('stage');
  if (inner !== undefined) return readStages(where, inner, unknown);
  const { entries } = outer;
  const fields = fieldsOf(`${where}: input`, entries.get('input'), INPUT_FIELDS, unknown);
  const output = readOutput(`${where}: output`, entries.get('output') ?? new Map());
  const input = readInput(fields);
  const uris = listField(fields, 'uris').map((uri) => textOf(`${where}: uris`, uri));
  if (uris.length === 0) return [{ input, output }];
  return uris.map((uri) => ({ input: { ...input, uri }, output }));
}

/** Fields that need a browser, a backend with configurable responses, or headers that are not sorted. */
const UNSUPPORTED = ['follow_redirect', 'save_cookie', 'response', 'ordered_headers'];

function readInput(fields: Fields): FtwInput {
  const magicStopped = flagField(fields, 'stop_magic');
  const completes = flagField(fields, 'autocomplete_headers');
  return {
    method: textField(fields, 'method'),
    uri: textField(fields, 'uri'),
    version: textField(fields, 'version'),
    headers: readHeaders(fields),
    data: textField(fields, 'data'),
    encodedData: decodedField(fields, 'encoded_data'),
    encodedRequest: decodedField(fields, 'encoded_request') || textField(fields, 'raw_request'),
    autocompleteHeaders: completes ?? magicStopped !== true,
    unsupported: UNSUPPORTED.find((name) => isSet(fields, name)),
  };
}

function isSet({ entries }: Fields, name: string): boolean {
  const value = entries.get(name);
  return value !== undefined && value !== null && value !== '' && value !== 'false';
}

function decodedField(fields: Fields, name: string): ByteString | undefined {
  const text = textField(fields, name);
  return text && Buffer.from(text, 'base64').toString('latin1');
}

function readHeaders({ where, entries }: Fields): readonly Header[] {
  const node = entries.get('headers') ?? new Map();
  if (!(node instanceof Map)) throw new FtwFileError(`${where}: headers must be a mapping.`);
  return Array.from(node, ([name, value]) => [textOf(where, name), textOf(where, value)]);
}

/**
 * Reads the expectations of a stage or of an override. Unlike go-ftw it refuses unknown fields here and in stages: a test
 * whose expectation is misspelt expects nothing and passes.
 */
export function readOutput(where: string, node: unknown): FtwOutput {
  const fields = knownFields(where, node, OUTPUT_FIELDS);
  const log = knownFields(`${where}: log`, fields.entries.get('log') ?? new Map(), LOG_FIELDS);
  return {
    status: statusField(fields),
    expectError: flagField(fields, 'expect_error') ?? false,
    retryOnce: flagField(fields, 'retry_once') ?? false,
    isolated: flagField(fields, 'isolated') ?? false,
    responseContains: patternField(fields, 'response_contains'),
    expectIds: idsIn(log, 'expect_ids', 'expect_id'),
    noExpectIds: idsIn(log, 'no_expect_ids', 'no_expect_id'),
    matchRegex: patternField(log, 'match_regex') ?? patternField(fields, 'log_contains'),
    noMatchRegex: patternField(log, 'no_match_regex') ?? patternField(fields, 'no_log_contains'),
  };
}

/** Returns the ids of a list, and the single one of version 1 of the format. */
function idsIn(log: Fields, list: string, single: string): readonly number[] {
  const one = numberField(log, single) ?? 0;
  return [...numberListField(log, list), ...(one === 0 ? [] : [one])];
}

/** Reads a mapping that may have no other fields. */
function knownFields(where: string, node: unknown, known: readonly string[]): Fields {
  const unknown: string[] = [];
  const fields = fieldsOf(where, node, known, unknown);
  const [field] = unknown;
  if (field === undefined) return fields;
  const hint = didYouMean(nearest(field, known)) ?? `Known are ${known.join(', ')}.`;
  throw new FtwFileError(`${where}: unknown field ${field}. ${hint}`);
}

/** Reads a number, or a list of one number as in older files. */
function statusField(fields: Fields): number | undefined {
  const { where, entries } = fields;
  if (!Array.isArray(entries.get('status'))) return numberField(fields, 'status');
  const [status, ...others] = numberListField(fields, 'status');
  if (others.length === 0) return status;
  throw new FtwFileError(`${where}: status must be one number.`);
}
