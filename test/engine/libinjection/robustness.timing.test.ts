/** Any bytes are answered, in time linear in their number. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fingerprints } from '#engine/libinjection/sql/fingerprints.ts';
import { sqliFingerprint } from '#engine/libinjection/sqli.ts';
import { isXss } from '#engine/libinjection/xss.ts';

const anyByte = fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code));
const fragments = fc.constantFrom(
  ...["'", '"', '`', '(', ')', '{', '}', '/*', '*/', '/*!', '--', '#', '\n', '$', '$a$', "q'["],
  ...['<', '>', '</', '<a', '<!--', '-->', '<![CDATA[', ']]>', '=', 'href=', 'on', '&#', '&#x4a;'],
  ...['\\', '@', '[', ']', ';', ',', '.', '1e', '0x', '::', '||', 'union', 'select ', ' not in '],
  ...['like', 'int ', 'collate', '{a', 'user(', "u&'", "b'0", '\0', '\xa0', '\xff', ' ', '1', 'a'],
);
const requestData = fc
  .array(fc.oneof(anyByte, fragments), { maxLength: 40 })
  .map((parts) => parts.join(''));

test('any bytes are answered', () => {
  fc.assert(
    fc.property(requestData, (input) => {
      const { injection, fingerprint } = sqliFingerprint(input);
      assert.equal(injection, fingerprints.has(fingerprint.toUpperCase()));
      assert.equal(typeof isXss(input), 'boolean');
    }),
    { numRuns: 20_000, seed: 1 },
  );
});

const prefixes = ['', '<a href='];
const units = [
  ...["'", '"', '`', '(', ')', '{a', '/*', '/**/', '<', '<a ', '<!--', '<?>', '-', '--!', '#\n'],
  ...[' ', '\0', '1', '1,', 'a', 'a.', 'in ', 'not ', '1e', '$a$', "q'[", '@`', '[', '\\', "\\'"],
  ...['=', '&&', 'onx=', 'href=&#0;', '&#0', '<\0', '-\0', '\xff', 'not.', 'or`', '1elike.', '$({'],
];

/** Milliseconds. */
function duration(run: () => unknown): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

/** Sixteen times the input may take sixty times as long; quadratic code would take 256 times. */
function assertLinear(detect: (input: string) => unknown, prefix: string, unit: string): void {
  const input = (size: number) => prefix + unit.repeat(size / unit.length);
  const longest =
    60 *
    Math.max(
      2,
      duration(() => detect(input(1 << 16))),
    );
  const taken = duration(() => detect(input(1 << 20)));
  const label = `${JSON.stringify(prefix + unit)}: ${taken.toFixed(0)} of ${longest.toFixed(0)} ms`;
  assert.ok(taken < longest, label);
}

/** Tokens that folding drops one after the other: keywords within one word, and values after what is harmless but for a brace. */
const folded = [
  ['1 ', 'div.5'],
  ['`a`', 'div`a`'],
  ['1 ', 'and``'],
  ['a b {x', ',1'],
] as const;

test('time is linear when folding drops tokens without end', () => {
  for (const [prefix, unit] of folded) assertLinear(sqliFingerprint, prefix, unit);
  assert.equal(folded.length, 4);
});

test('time is linear in the length of the input', () => {
  let ran = 0;
  for (const prefix of prefixes) {
    for (const unit of units) {
      assertLinear(sqliFingerprint, prefix, unit);
      assertLinear(isXss, prefix, unit);
      ran++;
    }
  }
  assert.equal(ran, prefixes.length * 42);
});
