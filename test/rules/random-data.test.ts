/** Uploads in base64 and the like hold every short text sooner or later: none of those may be a sign of an attack. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { profiledWaf } from '#scripts/rules-report/measured-waf.ts';
import { rowTitle } from '../helpers/row-title.ts';
import { codings, falseAlarms } from './helpers/random-data.ts';

/** What megabytes of random data in each coding hold that rules once took for an attack. */
const fragments: readonly (readonly [coding: string, texts: readonly string[]])[] = [
  [
    'base64',
    [
      ...[
        '+Qx/g',
        '/qx/x',
        'aBcEL+exec',
        '/bin/',
        'xbin/w',
        'bin/Ls',
        'nTldr',
        'pClose',
        '+qX/ab+c/d',
      ],
      ...[
        '1oR+6Y',
        '7oR+6/',
        '+or+6x',
        '2noT+6a',
        '+0xdD5',
        '/0xBa1Fe',
        '/0X76d/',
        'Vbc/i',
        '+csc/tA',
        '/biN/w',
        'xbin/cAt',
        '+For/d/',
        'throw/x+',
        'lazyMap',
        '+like7a/div5+',
      ],
    ],
  ],
  [
    'base64url',
    [
      ...['eio_x', 'zEnd_', 'gASVCztio7qEp9', 'dBms_x', 'a---b', '-0xeFB-', '9OR-2a', '0or-0_'],
      ...[
        'XP_cw8',
        '-sP_x',
        '-vBc-X',
        'xid_Rsa',
        'mHash_',
        'Ibase_',
        'gzGetss',
        'phpInfo',
        'Easyphp',
        'bootMgr',
        'mcrypt_',
        '-a-b-c-d-e-f-g-h-i-j-k-l-m-n-o',
      ],
    ],
  ],
  ['hex', ['0e1', 'beef', 'dead', 'ace']],
];

/** Megabytes are in random-data.exhaustive.test.ts. */
const SIZE = 20_000;

for (const level of [1, 2] as const) {
  test(`random data are no attack at PL${level}`, async (t) => {
    const waf = await profiledWaf('built-in', level);
    let ran = 0;
    for (const { name, make } of codings) {
      await t.test(rowTitle(name), () => {
        const texts = fragments.find(([coding]) => coding === name)?.[1] ?? [];
        const pieces = texts.map((text, index) => make(1000, index).replace(/=+$/, '') + text);
        assert.deepEqual(falseAlarms(waf, pieces.join('') + make(SIZE, 99)), []);
      });
      ran += 1;
    }
    assert.equal(ran, 3);
  });
}
