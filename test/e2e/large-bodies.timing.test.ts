/** Nobody waits for large bodies: how long others take while twelve of six kinds are inspected. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exchangeRaw, rawRequest } from '../proxy/helpers/raw-client.ts';
import { wait } from '../proxy/helpers/start-process.ts';
import { isBuilt, PROXY } from './helpers/built.ts';
import { startLogged } from './helpers/logged-exchanges.ts';

const SIZE = 12_000_000;
const MOST_MS = 50;
const BROWSER = ['User-Agent: Mozilla/5.0', 'Accept: */*'];

/** Bytes from 33 to 126, the same each time, without those that mean something in a form. */
function printable(length: number): string {
  const bytes = Buffer.alloc(length);
  for (let index = 0, state = 1; index < length; index += 1) {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
    bytes[index] = 33 + ((state >> 8) % 94);
  }
  return bytes.toString('latin1').replace(/[&=%+]/g, 'x');
}

function filled(piece: string): string {
  return piece.repeat(Math.floor(SIZE / piece.length));
}

const FORM = 'application/x-www-form-urlencoded';
const FIELD = 'Content-Disposition: form-data; name="field"';
const PARTS = Array.from(
  { length: 120 },
  (_, index) => `--b\r\n${FIELD}\r\n\r\n${`line ${index} of a text\n`.repeat(4500)}\r\n`,
);

const KINDS: readonly (readonly [what: string, type: string, body: string])[] = [
  ['random printable bytes', FORM, `a=${printable(SIZE)}`],
  [
    'base64 in JSON',
    'application/json',
    JSON.stringify({ file: Buffer.from(printable(9_000_000), 'latin1').toString('base64') }),
  ],
  ['attack words', FORM, `a=${filled('select union script alert cat passwd ')}`],
  // With fewer values than the 100,000 of which more are refused.
  ['XML', 'application/xml', `<a>${filled(`<b c="d">${'some text '.repeat(24)}</b>`)}</a>`],
  ['multipart fields', 'multipart/form-data; boundary=b', `${PARTS.join('')}--b--\r\n`],
  [
    '999 arguments',
    FORM,
    Array.from({ length: 999 }, (_, n) => `n${n}=${'some words '.repeat(1090)}`).join('&'),
  ],
];

for (const WORKERS of ['0', '2']) {
  test(`99 of 100 others are answered within 50 ms with WORKERS=${WORKERS}`, async (t) => {
    if (!isBuilt(t, PROXY)) return;
    const logged = await startLogged(t, {
      WORKERS,
      WARM_UP_TIME: '0.7',
      INSPECTION_QUEUE_TIMEOUT: '600',
    });
    const { port } = logged.run;
    for (let n = 0; n < 1000; n += 1) await exchangeRaw(port, rawRequest('/', BROWSER));
    const waits: number[] = [];
    let isOver = false;
    const others = async (): Promise<void> => {
      while (!isOver) {
        const began = performance.now();
        const { status } = await exchangeRaw(port, rawRequest('/other', BROWSER));
        assert.equal(status, 200);
        waits.push(performance.now() - began);
        await wait(5);
      }
    };
    const watched = others();
    const upload = ([what, type, body]: (typeof KINDS)[number], round: number): Promise<number> => {
      const headers = [...BROWSER, `Content-Type: ${type}`, `X-Forwarded-For: 192.0.2.${round}`];
      const request = rawRequest('/upload', headers, { method: 'POST', body });
      return logged.send(`${round}-${what.replaceAll(' ', '-')}`, request);
    };
    const began = performance.now();
    const uploads = [1, 2].flatMap((round) => KINDS.map((kind) => upload(kind, round)));
    const statuses = await Promise.all(uploads);
    const seconds = (performance.now() - began) / 1000;
    isOver = true;
    await watched;
    waits.sort((a, b) => a - b);
    const p99 = waits[Math.floor(waits.length * 0.99)] ?? 0;
    console.log(
      `WORKERS=${WORKERS}: 12 bodies of 12 MB in ${seconds.toFixed(1)} s (${statuses.join(' ')}); ` +
        `${waits.length} others, 99 of 100 within ${p99.toFixed(1)} ms, all within ${(waits.at(-1) ?? 0).toFixed(0)} ms`,
    );
    assert.equal(uploads.length, 12);
    assert.ok(!statuses.includes(0), 'each is answered');
    assert.ok(!statuses.includes(400), 'each is read to its end');
    assert.ok(p99 < MOST_MS, `${p99} ms`);
    const ids = new Set(logged.access().map((record) => record['request_id']));
    assert.equal([...ids].filter((id) => /^request-[12]-/.test(String(id))).length, 12);
  });
}
