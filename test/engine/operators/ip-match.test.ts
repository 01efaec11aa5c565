/** @ipMatch: networks of both families, mapped addresses, and text that is no address. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ipMatch } from '#engine/operators/index.ts';
import { loadIpSet } from '#engine/operators/ip-set.ts';
import { rowTitle } from '../../helpers/row-title.ts';

const CASES = [
  ['127.0.0.1,::1', '127.0.0.1', true],
  ['127.0.0.1,::1', '::1', true],
  ['127.0.0.1,::1', '127.0.0.2', false],
  ['10.0.0.0/8', '10.255.255.255', true],
  ['10.0.0.0/8', '11.0.0.0', false],
  ['10.1.2.3/8', '10.9.9.9', true],
  ['10.0.0.0/8', '::ffff:10.1.2.3', true],
  ['::ffff:10.0.0.0/104', '10.1.2.3', true],
  ['::ffff:10.1.2.3', '10.1.2.3', true],
  ['0.0.0.0/0', '255.255.255.255', true],
  ['0.0.0.0/0', '::1', false],
  ['::/0', '1.2.3.4', false],
  ['::/0', '::ffff:1.2.3.4', true],
  ['0:0::/80', '::ffff:ffff:ffff', true],
  ['2001:db8::/33', '2001:db8:7fff::1', true],
  ['2001:db8::/33', '2001:db8:8000::1', false],
  ['10.0.0.0/8,10.1.0.0/16,10.200.0.0/16', '10.3.0.1', true],
  ['3.3.3.3,1.1.1.1,2.2.2.2', '2.2.2.2', true],
  ['1.1.1.1,3.3.3.3', '2.2.2.2', false],
  ['10.0.0.0/8', '10.0.0.010', false],
  ['10.0.0.0/8', '10.0.0', false],
  ['10.0.0.0/8', ' 10.0.0.1', false],
  ['10.0.0.0/8', '10.0.0.1/8', false],
  ['fe80::/10', 'fe80::1%eth0', false],
  ['::/0', '', false],
  ['', '1.2.3.4', false],
] as const;

test('addresses are found in lists of addresses and networks', async (t) => {
  for (const [list, value, expected] of CASES) {
    await t.test(rowTitle(list), () => {
      assert.equal(ipMatch(value, loadIpSet(list.split(','))), expected, `${value} in ${list}`);
    });
  }
  assert.equal(CASES.length, 26);
});
