/** Malformed messages over HTTP/2: refused, logged, and never forwarded; the connection goes on. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rowTitle } from '../helpers/row-title.ts';
import { DATA, END_STREAM, frame, get, headers, openFrameClient } from './helpers/http2-client.ts';
import { malformedHeads } from './helpers/malformed-heads.ts';
import { startTestProxy } from './helpers/start-proxy.ts';

const REFUSED = new Set([0, 400, 405, 413, 417, 431]);

test('malformed heads reach no backend, end no connection, and are in the access log', async (t) => {
  const proxy = await startTestProxy(t, { environment: { HTTP2_CLEARTEXT: 'on' } });
  let run = 0;
  for (const { name, fields, body } of malformedHeads) {
    await t.test(rowTitle(name), async () => {
      const client = openFrameClient(proxy.port);
      client.send(headers(1, fields, body === undefined ? END_STREAM : 0));
      if (body !== undefined) client.send(frame(DATA, END_STREAM, 1, body));
      const status = await client.statusOf(1);
      assert.ok(REFUSED.has(status), `status ${status}`);
      client.send(headers(3, get('/good')));
      assert.equal(await client.statusOf(3), 200, 'the connection goes on');
      client.socket.destroy();
      run += 1;
    });
  }
  assert.equal(run, malformedHeads.length);
  assert.equal(run, 191);
  const forwarded = proxy.backend.requests.map(({ head }) => head.split('\r\n', 1)[0]);
  assert.deepEqual(forwarded, Array(run).fill('GET /good HTTP/1.1'));
  assert.doesNotMatch(proxy.backend.bytes(), /smuggled|admin/);
  const records = await proxy.records('access', 2 * run);
  const refused = records.filter(({ uri }) => uri !== '/good');
  assert.equal(refused.length, run);
  for (const record of refused) assert.equal(record['proto'], 'HTTP/2.0');
  assert.deepEqual([...new Set(refused.map(({ reason }) => reason))], ['protocol']);
});
