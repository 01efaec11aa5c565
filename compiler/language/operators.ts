/** Every operator: how its argument is read and which engine functions test and capture. */
import type * as engine from '../../runtime/engine/operators/index.ts';

export type OperatorFunction = keyof typeof engine;

/** What the text after the operator's name means; resolve-operator.ts has one parser for each. */
export type ArgumentKind =
  | 'none'
  | 'text'
  | 'number'
  | 'regex'
  | 'phrases'
  | 'phraseFile'
  | 'phraseDataset'
  | 'addresses'
  | 'addressFile'
  | 'addressDataset'
  | 'byteRange'
  | 'check'
  | 'nationalId'
  | 'template'
  | 'transaction';

export type OperatorRow = {
  /** As reports and logs spell it. */
  readonly name: string;
  /** Exported function of runtime/engine/operators. */
  readonly engine: OperatorFunction;
  readonly argument: ArgumentKind;
  /** Engine function that tells what it found; undefined: the operator captures nothing. */
  readonly captures: OperatorFunction | undefined;
  /** What it fills: TX for rules with `capture`; for all rules ARGS_PATH with captures, GEO by itself. */
  readonly into: 'TX' | 'ARGS_PATH' | 'GEO';
  /** Bytes of which every match has one; undefined: not known, or the argument tells. */
  readonly needs: string | undefined;
};

/** Words and numbers alone, whatever they say, are no injection: a test tries all that SQL knows. */
const noWord = bytesLike(/\W/);

const rows: readonly OperatorRow[] = [
  row('beginsWith', 'text'),
  row('contains', 'text'),
  row('containsWord', 'text'),
  { ...row('detectSqli', 'none', 'detectSqliCaptures'), name: 'detectSQLi', needs: noWord },
  { ...row('detectXss', 'none', 'detectXssCaptures'), name: 'detectXSS', needs: '<=' },
  row('endsWith', 'text'),
  row('eq', 'number'),
  row('ge', 'number'),
  { ...row('geoLookup', 'transaction', 'geoLookupCaptures'), into: 'GEO' },
  row('gt', 'number'),
  row('ipMatch', 'addresses'),
  { ...row('ipMatch', 'addressFile'), name: 'ipMatchF' },
  { ...row('ipMatch', 'addressDataset'), name: 'ipMatchFromDataset' },
  { ...row('ipMatch', 'addressFile'), name: 'ipMatchFromFile' },
  row('le', 'number'),
  row('lt', 'number'),
  row('noMatch', 'none'),
  row('pm', 'phrases', 'pmCaptures'),
  { ...row('pm', 'phraseFile', 'pmCaptures'), name: 'pmf' },
  { ...row('pm', 'phraseDataset', 'pmCaptures'), name: 'pmFromDataset' },
  { ...row('pm', 'phraseFile', 'pmCaptures'), name: 'pmFromFile' },
  { ...row('restpath', 'template', 'restpathParameters'), into: 'ARGS_PATH' },
  row('rx', 'regex', 'rxCaptures'),
  { ...row('rx', 'regex', 'rxGlobalCaptures'), name: 'rxGlobal' },
  row('streq', 'text'),
  row('strmatch', 'text'),
  row('unconditionalMatch', 'none'),
  row('validateByteRange', 'byteRange'),
  row('validateNid', 'nationalId', 'validateNidCaptures'),
  { ...row('validateUrlEncoding', 'none'), needs: '%' },
  { ...row('validateUtf8Encoding', 'none'), needs: bytesLike(/[\x80-\xff]/) },
  row('verifyCC', 'check', 'verifyCCCaptures'),
  row('verifyCPF', 'check', 'verifyCPFCaptures'),
  row('verifySSN', 'check', 'verifySSNCaptures'),
  row('verifySVNR', 'check', 'verifySVNRCaptures'),
  row('within', 'text'),
];

function row(
  engine: OperatorFunction,
  argument: ArgumentKind,
  captures?: OperatorFunction,
): OperatorRow {
  return { name: engine, engine, argument, captures, into: 'TX', needs: undefined };
}

function bytesLike(pattern: RegExp): string {
  const bytes = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte));
  return bytes.filter((byte) => pattern.test(byte)).join('');
}

/**
 * Keyed by lower-case name: ModSecurity compares operator names without case
 * (docs/spec/seclang-syntax.md#operators).
 */
export const operators: ReadonlyMap<string, OperatorRow> = new Map(
  rows.map((entry) => [entry.name.toLowerCase(), entry]),
);

/** Names of those that match only values with the whole argument in them. */
export const containingOperators: ReadonlySet<string> = new Set([
  'beginsWith',
  'contains',
  'containsWord',
  'endsWith',
  'streq',
  'strmatch',
]);

/** Known elsewhere, refused here: lower-case name and why. */
export const refusedOperators: ReadonlyMap<string, string> = new Map([
  ['fuzzyhash', 'Fuzzy hashes need a native library and are not linear in the input.'],
  ['gsblookup', 'The Google Safe Browsing list format it reads no longer exists.'],
  ['inspectfile', 'Running a program on request data inside a proxy is not safe.'],
  ['rsub', 'Requests are inspected, never rewritten.'],
  [
    'validatedtd',
    'A DTD reads files and the network and grows entities without bound; use @rx and XML:/... on the parsed body.',
  ],
  ['validatehash', 'Response rewriting is not supported, so there are no hashes to validate.'],
  [
    'validateschema',
    'A schema is a program of its own whose cost no rule bounds (patterns backtrack, references recurse); let the application validate, or test members of ARGS and XML:/... .',
  ],
]);

/** Known elsewhere, never asked here: lower-case name and why. A rule with one never matches. */
export const skippedOperators: ReadonlyMap<string, string> = new Map([
  ['rbl', 'A name server query for each request stalls the proxy; use @ipMatchFromFile.'],
]);
