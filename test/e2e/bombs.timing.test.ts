/** What a body costs that is a thousand times as large when it is decoded. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { addFigures } from '#scripts/service-figures.ts';
import { exchangeRaw } from '../proxy/helpers/raw-client.ts';
import { isBuilt, PROXY } from './helpers/built.ts';
import { upload } from './helpers/codings.ts';
import { startProxyProcess } from './helpers/proxy-process.ts';

const PATIENT = { quietMs: 20_000 };
const GZIP = { values: ['gzip'] };
const HARMLESS = Buffer.from('{"text":"a comment"}');

test('a bomb is refused within 50 ms and 20 MB', async (t) => {
  if (!isBuilt(t, PROXY)) return;
  const { port, pid } = await startProxyProcess(t);
  const sizes = [10_000_000, 100_000_000];
  for (const size of sizes) {
    const bytes = upload(GZIP, 'web.test', gzipSync(Buffer.alloc(size)));
    const peak = (): number =>
      Number(/VmHWM:\s+([0-9]+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
    await exchangeRaw(port, upload(GZIP, 'web.test', gzipSync(HARMLESS)), PATIENT);
    const before = process.platform === 'linux' ? peak() : 0;
    const times: number[] = [];
    for (let run = 0; run < 5; run += 1) {
      const start = performance.now();
      const { status } = await exchangeRaw(port, bytes, PATIENT);
      times.push(performance.now() - start);
      assert.equal(status, 413);
    }
    const grown = process.platform === 'linux' ? peak() - before : 0;
    const best = Math.min(...times);
    console.log(`bomb of ${size} bytes: ${best.toFixed(1)} ms, ${(grown / 1e6).toFixed(1)} MB`);
    assert.ok(best < 50, `${best} ms`);
    assert.ok(grown < 20e6, `${grown} bytes`);
  }
  addFigures({ cases: 12 });
});
