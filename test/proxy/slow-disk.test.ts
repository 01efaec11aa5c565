/** A disk that is slow to write the spool. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { exchangeRaw } from './helpers/raw-client.ts';
import { startProcess } from './helpers/start-process.ts';

/** Makes the first write of the spool take this many milliseconds: more than one window of MIN_BODY_RATE. */
const SLOW_MS = 11_000;

const PATCH = `
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
const { write } = fs;
let isFirst = true;
const slow = (...values) => {
  if (isFirst && values[1] instanceof Uint8Array && values[1].length > 100000) {
    isFirst = false;
    setTimeout(() => write(...values), ${SLOW_MS});
  } else write(...values);
};
Object.assign(slow, write);
for (const key of Object.getOwnPropertySymbols(write)) slow[key] = undefined;
fs.write = slow;
syncBuiltinESMExports();
`;

test('a slow disk is not blamed on the client', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-slow-disk-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const patch = join(folder, 'slow-write.mjs');
  writeFileSync(patch, PATCH);
  const { port, backend } = await startProcess(t, {
    NODE_OPTIONS: `--import=${patch}`,
    BODY_MEMORY: '0',
    MIN_BODY_RATE: '1000',
    PROXY_BLOCK_BOTS: 'false',
  });
  const size = 3_000_000;
  const head =
    'POST / HTTP/1.1\r\nHost: web.test\r\nUser-Agent: Mozilla/5.0\r\nAccept: */*\r\n' +
    `Content-Type: text/html\r\nContent-Length: ${size}\r\n\r\n`;
  const begun = performance.now();
  const reply = await exchangeRaw(port, head + 'x'.repeat(size), { quietMs: 40_000 });
  assert.ok(performance.now() - begun > SLOW_MS, 'the disk was slow');
  assert.equal(reply.status, 200, reply.body);
  assert.equal(backend.requests.length, 1);
});
