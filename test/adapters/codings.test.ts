/** Coded bodies whose bytes the rules must all have read: what the proxy refuses, adapters refuse, too. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import zlib from 'node:zlib';
import type { CompiledWaf } from '#engine/host/compiled-waf.ts';
import { rowTitle } from '../helpers/row-title.ts';
import { frameworks } from './helpers/frameworks.ts';
import { RULES, wafOf } from './helpers/rules.ts';

let waf: CompiledWaf;
before(async () => {
  waf = await wafOf(RULES);
});

const FORM = 'application/x-www-form-urlencoded';
const more = (body: Buffer): Buffer => Buffer.concat([body, Buffer.from('&q=attack')]);
const zeros = Buffer.alloc(4);

/**
 * A body of two formats: what is one stored block to zlib (RFC 1950) are two to raw deflate (RFC 1951), to which the
 * zlib header is the head of the first.
 */
function inTwoFormats(): Buffer {
  const head = [0x78, 0x9c, 0x00, 0x63, 0xff];
  const zlibText = Buffer.alloc(0xff63, 'a');
  // After the 156 bytes of the first raw block: the head of the last, which extends to the end.
  const length = zlibText.length + 7 + 9 - 161 - 5;
  zlibText.writeUInt8(1, 161 - 7);
  zlibText.writeUInt16LE(length, 162 - 7);
  zlibText.writeUInt16LE(~length & 0xffff, 164 - 7);
  const checksum = zlib.deflateSync(zlibText).subarray(-4);
  const end = [0x01, 0x00, 0x00, 0xff, 0xff];
  return Buffer.from([...head, 0x9c, 0x00, ...zlibText, ...end, ...checksum]);
}

/** Of requests; brotli is unknown to fetch. */
const rows: readonly (readonly [
  title: string,
  coding: string,
  body: Buffer,
  status: number,
  onFetch?: number,
])[] = [
  ['raw deflate', 'deflate', zlib.deflateRawSync('q=1'), 200],
  ['an attack in raw deflate', 'deflate', zlib.deflateRawSync('q=attack'), 403],
  ['two members', 'gzip', Buffer.concat([zlib.gzipSync('q=1'), zlib.gzipSync('&p=attack')]), 403],
  ['bytes after gzip', 'gzip', more(zlib.gzipSync('q=1')), 400],
  ['zeros after gzip', 'gzip', Buffer.concat([zlib.gzipSync('q=1'), zeros]), 400],
  [
    'zeros before another member',
    'gzip',
    Buffer.concat([zlib.gzipSync('q=1'), zeros, zlib.gzipSync('&p=attack')]),
    400,
  ],
  ['bytes after zlib', 'deflate', more(zlib.deflateSync('q=1')), 400],
  ['bytes after raw deflate', 'deflate', more(zlib.deflateRawSync('q=1')), 400],
  ['bytes after brotli', 'br', more(zlib.brotliCompressSync('q=1')), 400, 415],
  [
    'bytes after the outer coding',
    'gzip, deflate',
    more(zlib.deflateSync(zlib.gzipSync('q=1'))),
    400,
  ],
  ['bytes after the inner coding', 'deflate, gzip', zlib.gzipSync(more(zlib.deflateSync(''))), 400],
  ['a body of two formats', 'deflate', inTwoFormats(), 400],
];

for (const framework of frameworks) {
  test(`${framework.name}: rules read all bytes of a coded body`, async (t) => {
    const seen: Buffer[] = [];
    const app = await framework.start({ waf, onAudit: () => {} }, (_target, body) => {
      seen.push(body);
      return { status: 200, headers: {}, body: 'ok' };
    });
    after(app.close);
    let ran = 0;
    for (const [title, coding, body, status, onFetch = status] of rows) {
      await t.test(rowTitle(title), async () => {
        const headers = { 'Content-Type': FORM, 'Content-Encoding': coding };
        const sent = { method: 'POST', headers, body: Uint8Array.from(body) };
        const expected = framework.isNode ? status : onFetch;
        assert.equal((await app.send('/', sent)).status, expected);
      });
      ran += 1;
    }
    assert.equal(ran, 12);
    assert.equal(seen.length, 1);
  });
}

test('all frameworks were tested', () => assert.equal(frameworks.length, 6));

test('the body of two formats is in both', () => {
  assert.notDeepEqual(zlib.inflateSync(inTwoFormats()), zlib.inflateRawSync(inTwoFormats()));
});
