/** How addresses and lists of them are written, and what a set holds. */
import assert from 'node:assert/strict';
import { isIP } from 'node:net';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseIpAddress } from '#engine/operators/ip-address.ts';
import { hasIpAddress, loadIpSet, parseIpList } from '#engine/operators/ip-set.ts';
import { rowTitle } from '../../helpers/row-title.ts';

test('lists are trimmed and empty entries skipped', () => {
  const value = ['10.0.0.0/8', '::1'];
  assert.deepEqual(parseIpList(' 10.0.0.0/8,, ::1 ,'), { kind: 'Ok', value });
  assert.deepEqual(parseIpList(''), { kind: 'Ok', value: [] });
});

test('bad entries are errors, with their place', async (t) => {
  const cases = [
    [parseIpList('1.2.3.4, 1.2.3'), 9],
    [parseIpList('1.2.3.4/33'), 0],
    [parseIpList('1.2.3.4/'), 0],
    [parseIpList('::/129'), 0],
    [parseIpList('::/1/2'), 0],
    [parseIpList('::1,010.0.0.1'), 4],
    [parseIpList('localhost'), 0],
  ] as const;
  for (const [parsed, index] of cases) {
    await t.test(rowTitle(parsed), () => {
      assert.ok(parsed.kind === 'Error');
      assert.equal(parsed.index, index, parsed.message);
    });
  }
  assert.equal(cases.length, 7);
});

test('text is recognised as an address as Node recognises it', () => {
  const piece = fc.constantFrom(':', '::', '.', '0', '1', '255', '256', '01', 'ffff', 'g', '10000');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 16 }), (pieces) => {
      const address = parseIpAddress(pieces.join(''));
      const kind = address === undefined ? 0 : { 4: 4, 16: 6 }[address.length];
      assert.equal(kind, isIP(pieces.join('')));
    }),
    { seed: 20_26, numRuns: 50_000 },
  );
  assert.equal(parseIpAddress(`${'0'.repeat(50)}:`), undefined);
});

test('a set holds what one of its networks holds', () => {
  const octet = fc.constantFrom(0, 1, 127, 128, 255);
  const address = fc.tuple(octet, octet, octet, octet);
  const networks = fc.array(fc.tuple(address, fc.nat(32)), { maxLength: 6 });
  const bits = (octets: readonly number[]) =>
    octets.map((value) => value.toString(2).padStart(8, '0')).join('');
  fc.assert(
    fc.property(networks, address, (entries, value) => {
      const set = loadIpSet(entries.map(([octets, prefix]) => `${octets.join('.')}/${prefix}`));
      const expected = entries.some(
        ([octets, prefix]) => bits(octets).slice(0, prefix) === bits(value).slice(0, prefix),
      );
      assert.equal(hasIpAddress(set, value.join('.')), expected);
      assert.equal(hasIpAddress(set, `::ffff:${value.join('.')}`), expected);
    }),
    { seed: 20_26, numRuns: 5_000 },
  );
});
