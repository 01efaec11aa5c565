/** docs/spec/http.md#bodies, and what needs rules of the other tables there, against the built proxy and its rules. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addFigures } from '#scripts/service-figures.ts';
import { startBackend } from '../proxy/helpers/backend.ts';
import { HOST_SPELLINGS, requestTo } from '../proxy/helpers/host-spellings.ts';
import { exchangeRaw, rawRequest } from '../proxy/helpers/raw-client.ts';
import { refusedMessages } from '../proxy/helpers/refused-messages.ts';
import { bodyAttacks } from './helpers/body-attacks.ts';
import { isBuilt, PROXY } from './helpers/built.ts';
import { startProxyProcess } from './helpers/proxy-process.ts';

/** What only the rules of paranoia level 2 mind. */
const LEVEL_2 = 'having%201';
const BROWSER = ['User-Agent: Mozilla/5.0', 'Accept: */*'];
const PATIENT = { quietMs: 20_000 };

test('odd bodies with an attack are refused, and none reaches the backend [F13, H9]', async (t) => {
  if (!isBuilt(t, PROXY)) return;
  const { port, backend } = await startProxyProcess(t);
  const counts = new Map<number, number>();
  for (const { name, bytes } of bodyAttacks) {
    const { status } = await exchangeRaw(port, bytes, PATIENT);
    assert.ok(status === 400 || status === 403, `${name}: ${status}`);
    assert.equal(backend.bytes(), '', name);
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  assert.ok(bodyAttacks.length > 50);
  addFigures({ cases: bodyAttacks.length, uninspected: backend.requests.length });
  console.log(
    `${bodyAttacks.length} odd bodies with an attack, 0 at the backend:`,
    Object.fromEntries(counts),
  );
});

test('what the gate refuses, the built proxy refuses', async (t) => {
  if (!isBuilt(t, PROXY)) return;
  const { port, backend } = await startProxyProcess(t);
  const refuse = async ([name, bytes, status]: (typeof refusedMessages)[number]): Promise<void> => {
    const reply = await exchangeRaw(port, bytes, { ...PATIENT, untilClose: true });
    // The rules see what cannot be parsed, too, and may find it worse than malformed.
    const expected = [403, ...(typeof status === 'number' ? [status] : status)];
    assert.ok(expected.includes(reply.status), `${name}: ${reply.status}`);
    assert.equal(backend.bytes(), '', name);
  };
  await Promise.all(refusedMessages.map(refuse));
  assert.ok(refusedMessages.length > 50);
  addFigures({ cases: refusedMessages.length });
  console.log(`${refusedMessages.length} refused messages, 0 bytes at the backend`);
});

test('a form and its multipart twin get the same verdict [B3]', async (t) => {
  if (!isBuilt(t, PROXY)) return;
  const { port } = await startProxyProcess(t);
  const values = [
    'a plain comment',
    '<script>alert(1)</script>',
    "1' OR '1'='1",
    '../../../../etc/passwd',
    ';cat /etc/passwd',
    'a;b, c & d = e',
  ];
  for (const value of values) {
    const form = await exchangeRaw(
      port,
      post('application/x-www-form-urlencoded', `a=${encodeURIComponent(value)}`),
      PATIENT,
    );
    const twin = ['--re', 'Content-Disposition: form-data; name="a"', '', value, '--re--', ''].join(
      '\r\n',
    );
    const multipart = await exchangeRaw(
      port,
      post('multipart/form-data; boundary=re', twin),
      PATIENT,
    );
    assert.equal(multipart.status, form.status, value);
  }
  assert.equal(values.length, 6);
});

function post(type: string, body: string): string {
  return rawRequest('/', [...BROWSER, `Content-Type: ${type}`], { method: 'POST', body });
}

test('40 spellings of the API host with what only its rules block are never 200 [P9, H4]', async (t) => {
  if (!isBuilt(t, PROXY)) return;
  const backend = await startBackend();
  t.after(backend.close);
  const backends = { 'api.test': [backend.address], 'web.test': ['127.0.0.1:1'] };
  const environment = { BACKENDS: JSON.stringify(backends) };
  const { port } = await startProxyProcess(t, { environment });
  const web = await exchangeRaw(port, requestTo('web.test', LEVEL_2), PATIENT);
  assert.equal(web.status, 502, 'level 1 lets it pass, to no backend');
  const counts = new Map<number, number>();
  for (const spelling of HOST_SPELLINGS) {
    const { status } = await exchangeRaw(port, requestTo(spelling, LEVEL_2), PATIENT);
    assert.notEqual(status, 200, spelling);
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  assert.ok(HOST_SPELLINGS.length >= 40);
  assert.equal(backend.bytes(), '');
  addFigures({ cases: HOST_SPELLINGS.length });
  console.log(`${HOST_SPELLINGS.length} spellings, 0 of them 200:`, Object.fromEntries(counts));
});
