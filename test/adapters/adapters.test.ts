/** What every adapter does, on the real frameworks. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import zlib from 'node:zlib';
import type { Fault, InspectorOptions } from '#adapters/core/options.ts';
import type { CompiledWaf } from '#engine/host/compiled-waf.ts';
import type { AuditRecord } from '#engine/log/audit-types.ts';
import { until } from '../proxy/helpers/until.ts';
import { type Answer, type Framework, frameworks, type Started } from './helpers/frameworks.ts';
import { RULES, wafOf } from './helpers/rules.ts';

type Run = Started & {
  /** What the application has been given. */
  readonly seen: { readonly target: string; readonly body: Buffer }[];
  readonly records: AuditRecord[];
  readonly faults: Fault[];
};

const plain = (body: string, headers = {}): Answer => ({
  status: 200,
  headers: { 'Content-Type': 'text/plain', ...headers },
  body,
});

async function start(
  { start: startFramework }: Framework,
  options: InspectorOptions,
  answer: Answer = plain('hello'),
): Promise<Run> {
  const seen: { target: string; body: Buffer }[] = [];
  const records: AuditRecord[] = [];
  const faults: Fault[] = [];
  const started = await startFramework(
    {
      onAudit: (record) => records.push(record),
      onFault: (fault) => faults.push(fault),
      ...options,
    },
    (target, body) => {
      seen.push({ target, body });
      return answer;
    },
  );
  return { ...started, seen, records, faults };
}

let waf: CompiledWaf;
before(async () => {
  waf = await wafOf(RULES);
});

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const OCTETS = { 'Content-Type': 'application/octet-stream' };

/** Sent in chunks, without a Content-Length. */
const streamed = (bytes: Uint8Array): RequestInit => ({
  body: new Blob([Uint8Array.from(bytes)]).stream(),
  duplex: 'half',
});

/** Records are made when a response is done, which may be a moment after it is read. */
async function expectSoon(holds: () => boolean): Promise<void> {
  await until(holds);
  assert.ok(holds());
}

for (const framework of frameworks) {
  const { name } = framework;

  test(`${name}: verdicts are enforced and the rest passes`, async () => {
    const app = await start(framework, { waf });
    after(app.close);
    const status = async (path: string, init?: RequestInit): Promise<number> => {
      const response = await app.send(path, init);
      await response.arrayBuffer();
      return response.status;
    };
    assert.equal(await status('/?q=1'), 200);
    assert.equal(await status('/?q=attack'), 403);
    assert.equal(await status('/', { method: 'POST', headers: FORM, body: 'q=1' }), 200);
    assert.equal(await status('/', { method: 'POST', headers: FORM, body: 'q=attack' }), 403);
    assert.equal(await status('/', { headers: { 'X-Test': 'deny' } }), 418);
    assert.equal(await status('/', { method: 'HEAD' }), 200);
    assert.deepEqual(
      app.seen.map(({ target }) => target),
      ['/?q=1', '/', '/'],
    );
    const redirect = await app.send('/', { headers: { 'X-Test': 'redirect' } });
    assert.equal(redirect.status, 302);
    assert.equal(redirect.headers.get('location'), 'https://example.com/x');
    const empty = await app.send('/?q=none');
    assert.equal(empty.status, 204);
    assert.equal(empty.headers.get('content-length'), null);
    await expectSoon(() => app.records.length === 5);
    const first = app.records[0]?.transaction;
    assert.equal(first?.messages[0]?.rule_id, '1');
    assert.equal(first?.is_interrupted, true);
    assert.deepEqual(app.faults, []);
  });

  test(`${name}: the response to a refused request ends with the id of its record`, async () => {
    const app = await start(framework, { waf });
    after(app.close);
    const response = await app.send('/?q=attack');
    assert.equal(response.headers.get('cache-control'), 'no-store');
    const id = /^Request blocked by WAF \(body\)\nRequest id: (.+)\n$/.exec(
      await response.text(),
    )?.[1];
    await expectSoon(() => app.records.length === 1);
    assert.equal(app.records[0]?.transaction.id, id);
    assert.equal(response.headers.get('x-request-id'), id);
  });

  test(`${name}: the application reads the bytes that were inspected`, async () => {
    const app = await start(framework, { waf });
    after(app.close);
    const bodies = [Buffer.alloc(0), Buffer.from([0, 255, 128]), randomBytes(300_000)];
    for (const body of bodies) {
      const whole = await app.send('/', {
        method: 'POST',
        headers: OCTETS,
        body: Uint8Array.from(body),
      });
      assert.equal(whole.status, 200);
      const parts = await app.send('/', { method: 'PUT', headers: OCTETS, ...streamed(body) });
      assert.equal(parts.status, 200);
    }
    assert.deepEqual(
      app.seen.map(({ body }) => body.toString('base64')),
      bodies.flatMap((body) => [body.toString('base64'), body.toString('base64')]),
    );
    const unread = { 'X-Test': 'unread', ...FORM };
    const passed = await app.send('/', { method: 'POST', headers: unread, body: 'q=attack' });
    assert.equal(passed.status, 200);
    assert.equal(app.seen.at(-1)?.body.toString(), 'q=attack');
  });

  test(`${name}: a body over the limit is refused whole`, async () => {
    const app = await start(framework, { waf, bodyLimit: 5000 });
    after(app.close);
    const send = async (length: number, isStreamed: boolean): Promise<number> => {
      const bytes = new Uint8Array(length).fill(97);
      const body = isStreamed ? streamed(bytes) : { body: bytes };
      const response = await app.send('/', { method: 'POST', headers: OCTETS, ...body });
      await response.arrayBuffer();
      return response.status;
    };
    for (const isStreamed of [false, true]) {
      assert.equal(await send(5000, isStreamed), 200);
      assert.equal(await send(5001, isStreamed), 413);
      assert.equal(await send(400_000, isStreamed), 413);
    }
    assert.equal(app.seen.length, 2);
    await expectSoon(() => app.records.length === 4);
    assert.equal(app.records[0]?.transaction.response.status, 413);
    // The limit of the rules holds as well.
    const own = await start(framework, { waf });
    after(own.close);
    const long = { method: 'POST', headers: OCTETS, body: new Uint8Array(1_000_001) };
    assert.equal((await own.send('/', long)).status, 413);
  });

  test(`${name}: detection mode records and refuses nothing`, async () => {
    const app = await start(framework, { waf, mode: 'detect', bodyLimit: 1000 }, plain('secret'));
    after(app.close);
    const long = Buffer.concat([Buffer.from('q=attack&x='), Buffer.alloc(500_000, 97)]);
    const unknown = { ...FORM, 'Content-Encoding': 'snappy' };
    const sent: readonly (readonly [path: string, init: RequestInit])[] = [
      ['/?q=attack', {}],
      ['/', { method: 'POST', headers: FORM, body: Uint8Array.from(long) }],
      ['/', { method: 'POST', headers: FORM, ...streamed(long) }],
      ['/', { method: 'POST', headers: unknown, body: 'q=1' }],
    ];
    for (const [path, init] of sent) {
      const response = await app.send(path, init);
      assert.equal(response.status, 200);
      assert.equal(await response.text(), 'secret');
    }
    assert.deepEqual(
      app.seen.map(({ body }) => body.length),
      [0, long.length, long.length, 3],
    );
    await expectSoon(() => app.records.length === sent.length);
    assert.deepEqual(app.faults, []);
    const rules = app.records.map(({ transaction }) =>
      transaction.messages.map(({ rule_id }) => rule_id).join(' '),
    );
    assert.deepEqual(rules, ['1 11', '1 7 11', '1 7 11', '11']);
  });

  test(`${name}: content codings are undone for the rules and left for the application`, async () => {
    const app = await start(framework, { waf });
    after(app.close);
    const status = async (coding: string, body: Buffer): Promise<number> => {
      const headers = { ...FORM, 'Content-Encoding': coding };
      const init = { method: 'POST', headers, body: Uint8Array.from(body) };
      const response = await app.send('/', init);
      await response.arrayBuffer();
      return response.status;
    };
    const harmless = zlib.gzipSync('q=1');
    assert.equal(await status('gzip', harmless), 200);
    assert.equal(app.seen[0]?.body.toString('hex'), harmless.toString('hex'));
    assert.equal(await status('gzip', zlib.gzipSync('q=attack')), 403);
    assert.equal(await status('deflate', zlib.deflateSync('q=attack')), 403);
    assert.equal(await status('identity', Buffer.from('q=attack')), 403);
    assert.equal(await status('gzip, gzip', zlib.gzipSync(zlib.gzipSync('q=attack'))), 403);
    assert.equal(await status('gzip', Buffer.from('q=attack')), 400);
    assert.equal(await status('gzip', zlib.gzipSync('q=1').subarray(0, 10)), 400);
    assert.equal(await status('gzip', zlib.gzipSync(Buffer.alloc(3_000_000))), 413);
    assert.equal(await status('snappy', Buffer.from('q=1')), 415);
    // Only blanks and tabs surround a coding.
    assert.equal(await status('gzip\xa0', harmless), 415);
    assert.equal(app.seen.length, 1);
  });

  test(`${name}: a fault of the engine is a refusal, or a pass where configured`, async () => {
    const broken = (open: CompiledWaf['open']): CompiledWaf => ({ ...waf, open });
    const inspectRequestHeaders = (): never => {
      throw new Error('broken');
    };
    const phase = broken((...given) =>
      Object.assign(waf.open(...given), { inspectRequestHeaders }),
    );
    const opening = broken(() => {
      throw new Error('broken');
    });
    for (const [faulty, step] of [
      [phase, 'phase 1'],
      [opening, 'opening'],
    ] as const) {
      const closed = await start(framework, { waf: faulty });
      after(closed.close);
      assert.equal((await closed.send('/')).status, 503);
      await expectSoon(() => closed.faults.length === 1);
      assert.equal(closed.faults[0]?.step, step);
      assert.equal(closed.seen.length, 0);
      const open = await start(framework, { waf: faulty, onError: 'open' });
      after(open.close);
      const passed = await open.send('/', { method: 'POST', headers: FORM, body: 'q=1' });
      assert.equal(passed.status, 200);
      await expectSoon(() => open.faults.length === 1);
      assert.equal(open.seen[0]?.body.toString(), 'q=1');
    }
  });

  test(`${name}: a record that its function refuses is reported, and the response stays`, async () => {
    const onAudit = (): void => {
      throw new Error('disk full');
    };
    const app = await start(framework, { waf, onAudit });
    after(app.close);
    assert.equal((await app.send('/?q=attack')).status, 403);
    await expectSoon(() => app.faults.length === 1);
    assert.equal(app.faults[0]?.step, 'audit');
  });

  test(`${name}: answers go through phases 3 and 4`, async () => {
    const cases: readonly (readonly [answer: Answer, status: number, body: RegExp])[] = [
      [plain('fine'), 200, /^fine$/],
      [plain('a secret here'), 500, /^Response blocked by WAF\n/],
      [plain('x', { 'X-Leak': '1' }), 502, /^Response blocked/],
      [{ ...plain('x'), status: 299 }, 500, /^Response blocked/],
      [plain('a'.repeat(10_000)), 200, /^a{10000}$/],
      [plain('a'.repeat(10_001)), 500, /^Response body too large\n/],
      [
        { ...plain('{"secret":1}'), headers: { 'Content-Type': 'application/json' } },
        200,
        /secret/,
      ],
    ];
    for (const [answer, status, body] of cases) {
      const app = await start(framework, { waf }, answer);
      const response = await app.send('/');
      assert.equal(response.status, status, String(answer.body).slice(0, 20));
      assert.match(await response.text(), body);
      assert.equal(response.headers.get('x-leak'), null);
      app.close();
      // Also without a match, as when a response is longer than its limit.
      const refused = status === 200 ? [] : [status];
      await expectSoon(() => app.records.length === refused.length);
      assert.deepEqual(
        app.records.map(({ transaction }) => transaction.response.status),
        refused,
      );
    }
    assert.equal(cases.length, 7);
  });
}

test('all frameworks were tested', () => assert.equal(frameworks.length, 6));
