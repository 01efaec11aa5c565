/** Files of lines, plain and compressed, whole and cut. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { LONGEST_LINE, readLines } from '#compiler/cli/replay/read-lines.ts';

const folder = mkdtempSync(join(tmpdir(), 'portcullis-lines-'));
after(() => rmSync(folder, { recursive: true }));

type Read = {
  readonly lines: readonly (string | undefined)[];
  readonly isCut: boolean;
  readonly error: string;
};

async function read(bytes: string | Buffer): Promise<Read> {
  const path = join(folder, 'log');
  writeFileSync(path, bytes);
  const lines: (string | undefined)[] = [];
  let isCut = false;
  try {
    for await (const batch of readLines(path, () => {})) {
      lines.push(...batch.lines.map((line) => line?.toString()));
      isCut = batch.isCut;
    }
    return { lines, isCut, error: '' };
  } catch (error) {
    return { lines, isCut, error: String(error) };
  }
}

const whole = (...lines: readonly string[]): Read => ({ lines, isCut: false, error: '' });

test('a file is read line by line', async () => {
  assert.deepEqual(await read('a\nb\n\nc\n'), whole('a', 'b', '', 'c'));
  assert.deepEqual(await read(''), whole());
  assert.deepEqual(await read('a'), { lines: ['a'], isCut: true, error: '' });
});

test('lines that go over the ends of chunks', async () => {
  const lines = Array.from({ length: 40 }, (_, index) => `${index} ${'x'.repeat(100_000)}`);
  assert.deepEqual(await read(`${lines.join('\n')}\n`), whole(...lines));
  assert.deepEqual(await read(gzipSync(`${lines.join('\n')}\n`)), whole(...lines));
});

test('gzip of several members is read, as rotation appends them', async () => {
  const log = Buffer.concat([gzipSync('a\nb\n'), gzipSync('c\n')]);
  assert.deepEqual(await read(log), whole('a', 'b', 'c'));
});

test('a gzip file that ends early, or is damaged: what was read before, and an error', async () => {
  const text = Array.from({ length: 50_000 }, (_, index) => `line ${index} ${Math.sin(index)}\n`);
  const log = gzipSync(text.join(''));
  const early = await read(log.subarray(0, log.length / 2));
  assert.match(early.error, /unexpected end of file/);
  const damaged = Buffer.from(log);
  damaged.fill(0xff, log.length / 2, log.length / 2 + 100);
  assert.notEqual((await read(damaged)).error, '');
  assert.ok(early.lines.length > 1000 && early.lines.length < 50_000);
  assert.ok(early.lines.every((line, index) => line === text[index]?.trimEnd()));
});

test('a line that is too long is none, and the next is read', async () => {
  const { lines } = await read(`a\n${'x'.repeat(LONGEST_LINE + 1)}\nb\n`);
  assert.deepEqual(lines, ['a', undefined, 'b']);
});
