/** The thread that inspects a large body starts as soon as the body is announced. */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { freePort } from '../proxy/helpers/free-port.ts';
import { exchangeRaw, rawRequest } from '../proxy/helpers/raw-client.ts';
import { until } from '../proxy/helpers/until.ts';
import { isBuilt, PROXY } from './helpers/built.ts';
import { startLogged } from './helpers/logged-exchanges.ts';

const HEADERS = ['User-Agent: Mozilla/5.0', 'Accept: */*'];
const FORM = 'Content-Type: application/x-www-form-urlencoded';
const MULTIPART = 'Content-Type: multipart/form-data; boundary=b';
const LONG = 'word '.repeat(20_000);
const FILE = [
  ...['--b', 'Content-Disposition: form-data; name="f"; filename="f.txt"', '', LONG],
  ...['--b--', ''],
].join('\r\n');

const ROWS = [
  { name: 'a long form', type: FORM, body: `a=${LONG}`, threads: 1 },
  { name: 'a short form', type: FORM, body: 'a=word', threads: 0 },
  { name: 'a file whose content rules do not read', type: MULTIPART, body: FILE, threads: 0 },
] as const;

test('a thread starts before the body that it inspects has arrived', async (t) => {
  if (!isBuilt(t, PROXY)) return;
  let count = 0;
  for (const { name, type, body, threads } of ROWS) {
    const adminPort = await freePort();
    const { run, recorded, access } = await startLogged(t, { ADMIN_PORT: String(adminPort) });
    const metric = async (metric: string): Promise<number> => {
      const reply = await exchangeRaw(adminPort, rawRequest('/metrics'));
      return Number(new RegExp(`^${metric} (\\d+)$`, 'm').exec(reply.body)?.[1]);
    };
    const request = rawRequest('/form', [...HEADERS, type], { method: 'POST', body });
    const bodyStart = request.length - body.length;
    const socket = connect(run.port, '127.0.0.1');
    socket.write(request.slice(0, bodyStart), 'latin1');
    await until(async () => (await metric('waf_proxy_requests_in_flight')) === 1);
    assert.equal((await exchangeRaw(run.port, rawRequest('/other', HEADERS))).status, 200, name);
    await until(async () => (await metric('waf_inspection_threads')) === threads);
    socket.write(request.slice(bodyStart), 'latin1');
    await recorded(2);
    socket.destroy();
    assert.deepEqual(
      access().map(({ status }) => status),
      [200, 200],
      name,
    );
    assert.equal(await metric('waf_inspection_threads'), threads, name);
    assert.equal(await metric('waf_inspection_duration_seconds_count'), threads, name);
    count += 1;
  }
  assert.equal(count, ROWS.length);
});
