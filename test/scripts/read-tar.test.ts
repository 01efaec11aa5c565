import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTar } from '#scripts/crs/read-tar.ts';
import { ReleaseError } from '#scripts/crs/release-error.ts';
import { rowTitle } from '../helpers/row-title.ts';
import { makeTar, paxRecord } from './helpers/make-tar.ts';

function read(archive: Buffer): readonly (readonly [string, string])[] {
  return readTar(archive).map(({ path, content }) => [path, content.toString('latin1')] as const);
}

test('regular files are read, whatever stands between them', () => {
  const long = `a/${'b'.repeat(150)}/c.conf`;
  const archive = makeTar([
    { path: 'pax_global_header', type: 'g', content: paxRecord('comment', 'a commit') },
    { path: 'r/', type: '5' },
    { path: 'r/empty' },
    { path: 'r/block', content: 'x'.repeat(512) },
    { path: 'r/link', type: '2' },
    { path: 'PaxHeader', type: 'x', content: paxRecord('path', long) },
    { path: 'a/cut', content: 'long' },
    { path: 'r/last', content: 'y'.repeat(513) },
  ]);
  assert.deepEqual(read(archive), [
    ['r/empty', ''],
    ['r/block', 'x'.repeat(512)],
    [long, 'long'],
    ['r/last', 'y'.repeat(513)],
  ]);
});

test('paths that leave their folder are refused, in any kind of entry', () => {
  const paths = ['../x', 'r/../../x', '/etc/x', 'r/..', '..\\x'];
  const entries = paths.flatMap((path) => [
    [{ path }],
    [{ path, type: '5' }],
    [{ path, type: '2' }],
    [{ path: 'p', type: 'x', content: paxRecord('path', path) }, { path: 'good' }],
  ]);
  for (const list of entries) {
    assert.throws(() => readTar(makeTar(list)), /path that leaves its folder/);
  }
  assert.equal(entries.length, 20);
});

test('a damaged archive is refused', async (t) => {
  const archive = makeTar([{ path: 'a', content: 'x'.repeat(2000) }]);
  const flipped = Buffer.from(archive);
  flipped.writeUInt8(0x41, 5);
  const cases: readonly (readonly [Buffer, RegExp])[] = [
    [archive.subarray(0, 700), /cut off/],
    [archive.subarray(0, 512 * 5), /cut off/],
    [archive.subarray(0, 100), /cut off/],
    [Buffer.alloc(0), /cut off/],
    [flipped, /damaged header/],
    [Buffer.alloc(1024, 'garbage'), /damaged header/],
    [makeTar([{ path: 'p', type: 'x', content: '99 path=x\n' }, { path: 'a' }]), /damaged header/],
    [makeTar([{ path: 'p', type: 'x', content: 'path' }, { path: 'a' }]), /damaged header/],
    [
      makeTar([{ path: 'p', type: 'x', content: paxRecord('size', '-1') }, { path: 'a' }]),
      /damaged/,
    ],
  ];
  for (const [bytes, message] of cases) {
    await t.test(rowTitle(bytes), () => {
      assert.throws(
        () => readTar(bytes),
        (error) => error instanceof ReleaseError && message.test(error.message),
      );
    });
  }
  assert.equal(cases.length, 9);
});
