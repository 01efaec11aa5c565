/** Limits of bodies in adapters, exactly: what is as long as the limit passes, and one byte more is refused. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import zlib from 'node:zlib';
import { createInspector } from '#adapters/core/inspector.ts';
import { portcullis } from '#adapters/node/index.ts';
import type { CompiledWaf } from '#engine/host/compiled-waf.ts';
import { frameworks } from './helpers/frameworks.ts';
import { RULES, wafOf } from './helpers/rules.ts';

let waf: CompiledWaf;
before(async () => {
  waf = await wafOf(RULES);
});

const LIMIT = 1000;
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const onAudit = (): void => {};

/** A form of that many bytes, which ends in an attack. */
const form = (bytes: number): Buffer => Buffer.from('q=attack'.padStart(bytes, 'a=1&'));

/** As sent, and the status: an attack is found when it is read. */
type Row = readonly [title: string, coding: string | undefined, body: Buffer, status: number];

const times = (count: number, body: Buffer): Buffer =>
  Array.from({ length: count }).reduce<Buffer>((coded) => zlib.gzipSync(coded), body);
const chain = (count: number): string => Array.from({ length: count }, () => 'gzip').join(', ');

const rows: readonly Row[] = [
  ['as long as the limit', undefined, form(LIMIT), 403],
  ['longer by a byte', undefined, form(LIMIT + 1), 413],
  ['decoded as long as the limit', 'gzip', zlib.gzipSync(form(LIMIT)), 403],
  ['decoded longer by a byte', 'gzip', zlib.gzipSync(form(LIMIT + 1)), 413],
  ['five codings', chain(5), times(5, form(100)), 403],
  ['six codings', chain(6), times(6, form(100)), 415],
];

for (const framework of frameworks) {
  test(`${framework.name}: limits of bodies and of codings`, async (t) => {
    const app = await framework.start({ waf, onAudit, bodyLimit: LIMIT }, () => ({
      status: 200,
      headers: {},
      body: 'ok',
    }));
    after(app.close);
    let ran = 0;
    for (const [title, coding, body, status] of rows) {
      await t.test(title, async () => {
        const headers = coding === undefined ? FORM : { ...FORM, 'Content-Encoding': coding };
        const sent = { method: 'POST', headers, body: Uint8Array.from(body) };
        assert.equal((await app.send('/', sent)).status, status);
      });
      ran += 1;
    }
    assert.equal(ran, 6);
  });
}

test('all frameworks were tested', () => assert.equal(frameworks.length, 6));

test('inspect refuses a body above the limit', () => {
  const { inspect } = createInspector({ waf, onAudit, bodyLimit: LIMIT });
  const statusOf = (bytes: number): number | undefined =>
    inspect({ method: 'POST', target: '/', headers: Object.entries(FORM), body: form(bytes) })
      .status;
  assert.deepEqual([LIMIT, LIMIT + 1].map(statusOf), [403, 413]);
});

test('node:http: limits of bodies that have arrived before the adapter is called', async () => {
  const guard = portcullis({ waf, onAudit, bodyLimit: LIMIT });
  const server = createServer((request, response) => {
    const begin = (): void => {
      if (request.complete) guard(request, response, () => response.end('ok'));
      else setTimeout(begin, 5);
    };
    begin();
  }).listen(0, '127.0.0.1');
  after(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const statusOf = async (bytes: number): Promise<number> => {
    const body = Uint8Array.from(form(bytes));
    const sent = { method: 'POST', headers: FORM, body };
    return (await fetch(`http://127.0.0.1:${port}/`, sent)).status;
  };
  assert.deepEqual(await Promise.all([LIMIT, LIMIT + 1].map(statusOf)), [403, 413]);
});

/** Letters whose coded form is shorter by a quarter, so that what is read of it decodes to more than the limit. */
const letters = (bytes: number): string => randomBytes(bytes).toString('base64').slice(0, bytes);
const secret = 'secret ';
/** Bytes of which zlib saves none. */
const randomText = (bytes: number): Buffer =>
  Buffer.concat([Buffer.from(secret), randomBytes(bytes)]);
const partial = RULES.replace(
  'SecResponseBodyLimitAction Reject',
  'SecResponseBodyLimitAction ProcessPartial',
);
/** Of a response over SecResponseBodyLimit, and the status. */
const partials: readonly (readonly [
  title: string,
  coding: string,
  body: Buffer,
  status: number,
])[] = [
  ['harmless', 'gzip', zlib.gzipSync(letters(20_000)), 200],
  ['with a match in its beginning', 'gzip', zlib.gzipSync(secret + letters(20_000)), 500],
  ['with a match beyond', 'gzip', zlib.gzipSync(letters(20_000) + secret), 200],
  ['coded as long as not', 'gzip', zlib.gzipSync(randomBytes(20_000)), 200],
  ['coded as long as not, with a match', 'gzip', zlib.gzipSync(randomText(20_000)), 500],
  ['of which little is coded', 'gzip', zlib.gzipSync(`${secret}${'x'.repeat(9_000_000)}`), 500],
  ['deflate', 'deflate', zlib.deflateSync(secret + letters(20_000)), 500],
  ['two codings', 'gzip, gzip', times(2, Buffer.from(secret + letters(20_000))), 500],
  ['in no coding', 'gzip', Buffer.from(letters(20_000)), 502],
];

for (const framework of frameworks) {
  test(`${framework.name}: the beginning of coded responses with ProcessPartial`, async (t) => {
    const sent = { coding: '', body: Buffer.alloc(0) };
    const rules = { waf: await wafOf(partial), onAudit };
    const app = await framework.start(rules, () => ({
      status: 200,
      headers: { 'Content-Type': 'text/plain', 'Content-Encoding': sent.coding },
      body: sent.body,
    }));
    after(app.close);
    let ran = 0;
    for (const [title, coding, body, status] of partials) {
      await t.test(title, async () => {
        Object.assign(sent, { coding, body });
        assert.equal((await app.send('/', {})).status, status);
      });
      ran += 1;
    }
    assert.equal(ran, 9);
  });
}
