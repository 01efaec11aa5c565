/** Frames of the base protocol, however the bytes arrive. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createFrameReader,
  type Frame,
  frameOf,
} from '../../../compiler/cli/commands/lsp/frames.ts';

const text = (frame: Frame): string => (frame.kind === 'Message' ? frame.text : frame.reason);

test('messages in chunks of any size', () => {
  const messages = [{ a: 'é\u{1f600}' }, {}, { b: 'x'.repeat(5000) }];
  const bytes = Buffer.concat(messages.map(frameOf));
  const expected = messages.map((message) => JSON.stringify(message));
  for (const size of [1, 7, 4096, bytes.length]) {
    const read = createFrameReader();
    const found: string[] = [];
    for (let at = 0; at < bytes.length; at += size) {
      found.push(...read(bytes.subarray(at, at + size)).map(text));
    }
    assert.deepEqual(found, expected, `chunks of ${size}`);
  }
});

test('a length nobody can hold is refused, its bytes are passed over', () => {
  const read = createFrameReader();
  const length = 70 << 20;
  const [broken] = read(Buffer.from(`content-length: ${length}\r\n\r\n`));
  assert.equal(broken?.kind, 'Broken');
  const half = Buffer.alloc(length / 2, '{');
  assert.deepEqual(read(half), []);
  const next = read(Buffer.concat([half, frameOf({ ok: true })]));
  assert.deepEqual(next.map(text), ['{"ok":true}']);
});

test('a header without a length, and one without an end', () => {
  const read = createFrameReader();
  const next = read(Buffer.concat([Buffer.from('Content-Length: x\r\n\r\n'), frameOf({ a: 1 })]));
  assert.deepEqual(
    next.map(({ kind }) => kind),
    ['Broken', 'Message'],
  );
  assert.deepEqual(
    read(Buffer.alloc(5000, 'a')).map(({ kind }) => kind),
    ['Broken'],
  );
  assert.deepEqual(read(frameOf({ b: 1 })).map(text), ['{"b":1}']);
});
