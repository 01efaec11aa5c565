/** What the fetch platforms do to requests, and the rules as a function. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createInspector } from '#adapters/core/inspector.ts';
import { protect } from '#adapters/fetch/index.ts';
import type { CompiledWaf } from '#engine/host/compiled-waf.ts';
import { RULES, wafOf } from './helpers/rules.ts';

let waf: CompiledWaf;
before(async () => {
  waf = await wafOf(RULES);
});

const onAudit = (): void => undefined;
const ok = (): Response => new Response('ok');

test('the handler gets the very request, and whatever else the platform passes', async () => {
  const given: unknown[] = [];
  const handle = protect({ waf, onAudit }, (...received: readonly [Request, object, number]) => {
    given.push(...received);
    return ok();
  });
  const request = new Request('http://localhost/', { method: 'POST', body: 'x' });
  const environment = { KEY: 'value' };
  await handle(request, environment, 7);
  assert.equal(given[0], request);
  assert.equal(await request.text(), 'x');
  assert.deepEqual(given.slice(1), [environment, 7]);
});

test("Deno and Bun provide the client's address; elsewhere the option clientAddress does", async () => {
  const request = (): Request => new Request('http://localhost/');
  const handle = protect({ waf, onAudit }, (_request: Request, _second: unknown) => ok());
  const status = async (second: unknown): Promise<number> =>
    (await handle(request(), second)).status;
  const bun = (address: string) => ({ requestIP: () => ({ address }) });
  assert.equal(await status({ remoteAddr: { hostname: '192.0.2.7' } }), 451);
  assert.equal(await status({ remoteAddr: { hostname: '192.0.2.8' } }), 200);
  assert.equal(await status(bun('192.0.2.7')), 451);
  assert.equal(await status(bun('192.0.2.8')), 200);
  const named = protect(
    { waf, onAudit, clientAddress: ({ headers }) => headers.get('x-ip') ?? '' },
    ok,
  );
  assert.equal(
    (await named(new Request('http://x/', { headers: { 'X-IP': '192.0.2.7' } }))).status,
    451,
  );
});

test('a platform that cuts bodies off does not get their beginning inspected alone', async () => {
  const handle = protect({ waf, onAudit }, ok);
  const cut = new Request('http://localhost/', {
    method: 'POST',
    headers: { 'Content-Length': '100' },
    body: 'q=1',
  });
  assert.equal((await handle(cut)).status, 400);
});

test('a body whose client goes away is refused, and no fault', async () => {
  const faults: unknown[] = [];
  const records: unknown[] = [];
  const request = (): Request =>
    new Request('http://localhost/', {
      method: 'POST',
      headers: { 'Content-Type': 'text/plain' },
      body: new ReadableStream({
        pull: (controller) => controller.error(new Error('aborted')),
      }),
      duplex: 'half',
    });
  const options = {
    waf,
    onAudit: (record: unknown) => records.push(record),
    onFault: (fault: unknown) => faults.push(fault),
  };
  let answered = 0;
  const handler = (): Response => {
    answered += 1;
    return ok();
  };
  assert.equal((await protect(options, handler)(request())).status, 400);
  assert.equal((await protect({ ...options, onError: 'open' }, handler)(request())).status, 400);
  assert.equal(answered, 0);
  assert.equal((await protect({ ...options, mode: 'detect' }, handler)(request())).status, 200);
  assert.equal(answered, 1);
  assert.equal(records.length, 2);
  assert.deepEqual(faults, []);
});

test('headers that the platform has joined are seen as joined', async () => {
  const handle = protect({ waf, onAudit }, ok);
  const headers = new Headers([
    ['Content-Type', 'application/x-www-form-urlencoded'],
    ['Content-Type', 'text/plain'],
  ]);
  const twice = new Request('http://localhost/', { method: 'POST', headers, body: 'q=1' });
  assert.equal((await handle(twice)).status, 400);
  const quoted = { 'Content-Type': 'multipart/form-data; boundary="a,b"' };
  const body = '--a,b\r\nContent-Disposition: form-data; name="q"\r\n\r\n1\r\n--a,b--\r\n';
  const once = new Request('http://localhost/', { method: 'POST', headers: quoted, body });
  assert.equal((await handle(once)).status, 200);
});

test('a handler that throws ends the exchange, and its exception is its own', async () => {
  const records: unknown[] = [];
  const handle = protect({ waf, mode: 'detect', onAudit: (record) => records.push(record) }, () => {
    throw new Error('mine');
  });
  await assert.rejects(handle(new Request('http://localhost/?q=attack')), /mine/);
  assert.equal(records.length, 1);
});

test('a response that cannot be built again is passed on as it is', async () => {
  const response = Response.redirect('http://localhost/other', 302);
  const handle = protect({ waf, onAudit }, () => response);
  assert.equal(await handle(new Request('http://localhost/')), response);
});

test('inspect: a request goes in, a decision comes out', () => {
  const { inspect } = createInspector({ waf, onAudit, bodyLimit: 100 });
  const headers: [string, string][] = [
    ['Host', 'localhost'],
    ['Content-Type', 'application/x-www-form-urlencoded'],
  ];
  const request = { method: 'POST', target: '/', headers };
  const passed = inspect({ ...request, body: 'q=1' });
  assert.deepEqual(
    [passed.denied, passed.action, passed.status, passed.score, passed.matches.length],
    [false, 'pass', undefined, 0, 0],
  );
  const denied = inspect({ ...request, body: new TextEncoder().encode('q=attack') });
  assert.deepEqual(
    [denied.denied, denied.action, denied.status, denied.ruleId, denied.reason],
    [true, 'deny', 403, 1, 'rule'],
  );
  assert.equal(denied.matches[0]?.data[0]?.value, 'attack');
  assert.equal(inspect({ ...request, body: 'x'.repeat(101) }).status, 413);
  const coded = [...headers, ['Content-Encoding', 'gzip'] as [string, string]];
  assert.equal(inspect({ ...request, headers: coded, body: 'q=1' }).status, 415);
  assert.equal(inspect({ ...request, clientAddress: '192.0.2.7' }).status, 451);
  const detecting = createInspector({ waf, mode: 'detect', onAudit });
  const detected = detecting.inspect({ ...request, body: 'q=attack' });
  assert.deepEqual([detected.denied, detected.detected, detected.ruleId], [false, true, 1]);
});
