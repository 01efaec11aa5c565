/** Every operator takes every value, in time that grows with its length only. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadByteSet } from '#engine/bytes/byte-set.ts';
import { capturedTexts } from '#engine/collections/captures.ts';
import * as operators from '#engine/operators/index.ts';
import { loadIpSet } from '#engine/operators/ip-set.ts';
import { loadPhrases } from '#engine/operators/phrase-match.ts';
import { findSpans } from '#engine/operators/rx.ts';
import { loadPattern } from '../regex/load-pattern.ts';

const MEGABYTE = 1 << 20;
const digits = findSpans(loadPattern(String.raw`\d+`));
const pattern = loadPattern(String.raw`(?:a|aa)+(b)|\d(\d*)x|%[0-9a-f]{2}|\xc3.\xa9`);
const whole = loadPattern('^(?:a|aa)+$');
const phrases = loadPhrases(['aaaab', 'aab', `${'a'.repeat(500)}c`, '%zz', '12x']);
const template = { literals: ['a', 'a', 'a', 'a'], names: ['x', 'y', 'z'] };

const CALLS: Record<string, (value: string) => unknown> = {
  beginsWith: (value) => operators.beginsWith(value, 'aab'),
  contains: (value) => operators.contains(value, 'aab'),
  containsWord: (value) => operators.containsWord(value, 'aa'),
  detectSqli: (value) => operators.detectSqli(value),
  detectSqliCaptures: (value) => operators.detectSqliCaptures(value),
  detectXss: (value) => operators.detectXss(value),
  detectXssCaptures: (value) => operators.detectXssCaptures(value),
  endsWith: (value) => operators.endsWith(value, 'aab'),
  eq: (value) => operators.eq(value, 5),
  ge: (value) => operators.ge(value, 5),
  gt: (value) => operators.gt(value, 5),
  ipMatch: (value) => operators.ipMatch(value, loadIpSet(['10.0.0.0/8', '::/0'])),
  le: (value) => operators.le(value, 5),
  lt: (value) => operators.lt(value, 5),
  noMatch: (value) => operators.noMatch(value),
  pm: (value) => operators.pm(value, phrases),
  pmCaptures: (value) => operators.pmCaptures(value, phrases),
  restpath: (value) => operators.restpath(value, template),
  restpathParameters: (value) => operators.restpathParameters(value, template),
  rx: (value) => operators.rx(value, pattern),
  rxCaptures: (value) => capturedTexts(operators.rxCaptures(value, pattern) ?? []),
  rxWholeCaptures: (value) => operators.rxWholeCaptures(value, whole),
  rxGlobalCaptures: (value) => operators.rxGlobalCaptures(value, pattern),
  streq: (value) => operators.streq(value, 'aab'),
  strmatch: (value) => operators.strmatch(value, 'aab'),
  unconditionalMatch: (value) => operators.unconditionalMatch(value),
  validateByteRange: (value) => operators.validateByteRange(value, loadByteSet([[0, 255]])),
  validateNid: (value) => operators.validateNid(value, { country: 'us', find: digits }),
  validateNidCaptures: (value) =>
    operators.validateNidCaptures(value, { country: 'cl', find: digits }),
  validateUrlEncoding: (value) => operators.validateUrlEncoding(value),
  validateUtf8Encoding: (value) => operators.validateUtf8Encoding(value),
  verifyCC: (value) => operators.verifyCC(value, digits),
  verifyCCCaptures: (value) => operators.verifyCCCaptures(value, digits),
  verifyCPF: (value) => operators.verifyCPF(value, digits),
  verifyCPFCaptures: (value) => operators.verifyCPFCaptures(value, digits),
  verifySSN: (value) => operators.verifySSN(value, digits),
  verifySSNCaptures: (value) => operators.verifySSNCaptures(value, digits),
  verifySVNR: (value) => operators.verifySVNR(value, digits),
  verifySVNRCaptures: (value) => operators.verifySVNRCaptures(value, digits),
  within: (value) => operators.within(value, 'xaab'),
};

/** Repeated to any length: what keeps partial matches, candidates and sequences open longest. */
const PATTERNS = ['a', 'aa ', '1', '12345678 ', '%4', '\xc3\xa9', '1.', 'f:', '/a?'];

/** They have tests of their own: two backtrack, one of them in differential tests alone; one needs a host; one expands a macro. */
const ELSEWHERE = [
  'backtrack',
  'backtrackCaptures',
  'expandedRx',
  'expandedRxCaptures',
  'expandedRxGlobalCaptures',
  'geoLookup',
  'geoLookupCaptures',
  'rxBacktracking',
  'rxBacktrackingCaptures',
];

test('no operator is left out', () => {
  assert.deepEqual(
    [...Object.keys(CALLS), ...ELSEWHERE].toSorted(),
    Object.keys(operators).toSorted(),
  );
});

test('the empty value and each single byte have bounded results', (t) => {
  const values = ['', ...Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte))];
  let ran = 0;
  for (const [name, call] of Object.entries(CALLS)) {
    for (const value of values) assert.ok(isBounded(call(value), value), name);
    ran += values.length;
  }
  assert.equal(ran, 257 * Object.keys(CALLS).length);
  t.diagnostic(`${ran} calls`);
});

/** A verdict, or captures: at most ten texts, none longer than the value but for fingerprints. */
function isBounded(result: unknown, value: string): boolean {
  if (result === undefined || typeof result === 'boolean') return true;
  if (!Array.isArray(result) || result.length > 10) return false;
  return result.flat().every((text) => String(text).length <= Math.max(value.length, 8));
}

test('10 MB take bounded time', (t) => {
  for (const [name, call] of Object.entries(CALLS)) {
    const start = cpuMilliseconds();
    for (const pattern of ['a', '1', '\xc3\xa9']) {
      const value = pattern.repeat((10 * MEGABYTE) / pattern.length);
      assert.ok(isBounded(call(value), value), name);
    }
    const elapsed = cpuMilliseconds() - start;
    assert.ok(elapsed < 3_000, `${name} took ${elapsed} ms`);
  }
  t.diagnostic(`${Object.keys(CALLS).length} functions, 3 values each`);
});

test('eight times the value takes about eight times as long', () => {
  for (const [name, call] of Object.entries(CALLS)) {
    for (const pattern of PATTERNS) {
      const short = fastest(call, pattern, MEGABYTE / 32);
      const long = fastest(call, pattern, MEGABYTE / 4);
      // Quadratic time is 64 times; 2 ms take the noise out of what is over at once.
      assert.ok(long < short * 24 + 2, `${name} on "${pattern}": ${short} ms, then ${long} ms`);
    }
  }
});

/** Processor time: the clock also counts what other processes take. */
function cpuMilliseconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function fastest(call: (value: string) => unknown, pattern: string, length: number): number {
  const value = pattern.repeat(length / pattern.length);
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 3; run += 1) {
    const start = cpuMilliseconds();
    call(value);
    best = Math.min(best, cpuMilliseconds() - start);
  }
  return best;
}
