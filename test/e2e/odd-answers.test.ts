/** Answers that are malformed, ambiguous or merely odd: 502, visibly cut, or relayed in a clean form. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exchangeRaw, rawRequest } from '../proxy/helpers/raw-client.ts';
import { isBuilt, PROXY } from './helpers/built.ts';
import { playing, received } from './helpers/hostile-backend.ts';
import { ODD_ANSWERS, type OddAnswer } from './helpers/odd-answers.ts';
import { startProxyProcess } from './helpers/proxy-process.ts';

const HEADERS = ['User-Agent: Mozilla/5.0', 'Accept: */*', 'Connection: close'];
const HELLO = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nafter';

test('odd answers are relayed in one reading or not at all, and touch no other request', async (t) => {
  if (!isBuilt(t, PROXY)) return;
  const environment = { BACKEND_RESPONSE_TIMEOUT: '2', BACKEND_IDLE_TIMEOUT: '2' };
  const proxy = await startProxyProcess(t, { environment, accounted: true });
  proxy.backend.respond = playing(({ head }) => {
    const index = /^[A-Z]+ \/odd([0-9]+) /.exec(head)?.[1];
    return index === undefined ? [HELLO] : (ODD_ANSWERS[Number(index)]?.steps ?? []);
  });
  const wrong: string[] = [];
  let ran = 0;
  for (const [index, row] of ODD_ANSWERS.entries()) {
    const request = rawRequest(`/odd${index}`, HEADERS, { method: row.method ?? 'GET' });
    const reply = await exchangeRaw(proxy.port, request, { untilClose: true, quietMs: 6000 });
    const got = received(reply, row.method === 'HEAD');
    if (!isAsExpected(row, got, reply.head))
      wrong.push(`${row.name}: ${reply.bytes.slice(0, 300)}`);
    const next = await exchangeRaw(proxy.port, rawRequest('/next', HEADERS), { untilClose: true });
    if (next.body !== 'after') wrong.push(`behind ${row.name}: ${next.bytes.slice(0, 300)}`);
    ran += 1;
  }
  assert.deepEqual(wrong, []);
  assert.equal(ran, ODD_ANSWERS.length);
  assert.equal(ran, 120);
  assert.doesNotMatch(proxy.stderr(), /^ +at /m);
  console.log(`${ran} of 120 odd answers: refused, cut or relayed as they should be`);
});

function isAsExpected(row: OddAnswer, got: ReturnType<typeof received>, head: string): boolean {
  const isRefused = got.whole && got.body.startsWith('Bad Gateway: ');
  if (row.status === 0) return got.status === 502 ? isRefused : got.status === 200 && !got.whole;
  if (row.status >= 502 && row.status <= 504) return got.status === row.status && isRefused;
  const isRight = got.status === row.status && got.whole && got.body === row.body;
  return isRight && !row.without?.test(head) && row.with?.test(head) !== false;
}
