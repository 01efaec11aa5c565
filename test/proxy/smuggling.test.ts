/** Ambiguous framing by the thousand: never a request at the backend that was not inspected as one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exchangeRaw, rawRequest } from './helpers/raw-client.ts';
import { startTestProxy } from './helpers/start-proxy.ts';
import { stubWaf } from './helpers/stub-waf.ts';

const CANARY = 'GET /canary HTTP/1.1\r\nHost: web.test\r\n\r\n';
/** Whoever reads chunks ends before the canary, whoever counts bytes may not. */
const CHUNKED_BODY = `0\r\n\r\n${CANARY}`;

/** Header lines that some reader might take for `Transfer-Encoding: chunked`, or for a length. */
function mutations(): string[] {
  const lines: string[] = [];
  for (let byte = 0; byte < 256; byte += 1) {
    const c = String.fromCharCode(byte);
    lines.push(
      `Transfer-Encoding:${c}chunked`,
      `Transfer-Encoding: chunked${c}`,
      `${c}Transfer-Encoding: chunked`,
      `Transfer-Encoding${c}: chunked`,
      `Transfer${c}Encoding: chunked`,
      `Transfer-Encoding: ${c}"chunked"`,
      `X: y${c}Transfer-Encoding: chunked`,
      `Content-Length: ${c}5`,
      `Content-Length: 5${c}`,
    );
  }
  const values = [
    'chunked, chunked',
    'chunked,',
    ',chunked',
    'identity',
    'identity, chunked',
    'chunked, identity',
    'gzip, chunked',
    'CHUNKED',
    'chunke',
    'xchunked',
    'chunked;a=b',
    '"chunked"',
    'x',
    '',
    'chunked\r\n ',
    'chun\r\n ked',
  ];
  lines.push(...values.map((value) => `Transfer-Encoding: ${value}`));
  lines.push(
    'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity',
    'Transfer-Encoding: identity\r\nTransfer-Encoding: chunked',
    'TE: chunked',
    'Content-Encoding: chunked',
    'Trailer: Transfer-Encoding',
  );
  return lines;
}

/** `jobs` in parallel, `limit` at a time. */
async function each<T>(
  jobs: readonly T[],
  limit: number,
  work: (job: T) => Promise<void>,
): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    for (;;) {
      const job = jobs[next];
      next += 1;
      if (job === undefined) return;
      await work(job);
    }
  };
  await Promise.all(Array.from({ length: limit }, worker));
}

test('no framing mutation smuggles a request [P1]', { timeout: 240_000 }, async (t) => {
  const environment = { REQUEST_TIMEOUT: '2' };
  const proxy = await startTestProxy(t, { web: stubWaf({}), environment });
  let refused = 0;
  const lines = mutations();
  // Most of these wait until the time for a body is over.
  await each(lines, 384, async (line) => {
    for (const length of ['', `Content-Length: ${CHUNKED_BODY.length}\r\n`]) {
      const bytes = `POST /x HTTP/1.1\r\nHost: web.test\r\n${length}${line}\r\nConnection: close\r\n\r\n${CHUNKED_BODY}`;
      const reply = await exchangeRaw(proxy.port, bytes, { untilClose: true, quietMs: 30_000 });
      if (reply.status >= 400 || reply.status === 0) refused += 1;
      assert.ok((reply.bytes.match(/HTTP\/1\.1 /g)?.length ?? 0) <= 1, line);
    }
  });
  const heads = proxy.backend.requests.map(({ head }) => head);
  assert.deepEqual(
    heads.filter((head) => head.includes('GET /canary')),
    [],
  );
  assert.ok(heads.every((head) => !/^transfer-encoding:/im.test(head)));
  const total = lines.length * 2;
  console.log(
    `${total} forms: ${refused} refused, ${heads.length} forwarded as one request, 0 canaries at the backend`,
  );
  assert.equal(refused + heads.length, total);
});

/** Park and Miller's generator: the same mutations on every run. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

const BYTES = [
  '\r',
  '\n',
  '\r\n',
  '\0',
  ' ',
  '\t',
  ':',
  ',',
  ';',
  '0',
  '\xff',
  'chunked',
  '_',
  '"',
  '\r\n\r\n',
  '#',
  '\\',
  '%',
];

function mutate(seed: string, below: (limit: number) => number): string {
  let bytes = seed;
  for (let n = below(3); n >= 0; n -= 1) {
    const at = below(bytes.length);
    const token = BYTES[below(BYTES.length)] ?? '';
    switch (below(5)) {
      case 0:
        bytes = bytes.slice(0, at) + bytes.slice(at + 1);
        break;
      case 1:
        bytes = bytes.slice(0, at) + token + bytes.slice(at + 1);
        break;
      case 2:
        bytes = bytes.slice(0, at) + token + bytes.slice(at);
        break;
      case 3: {
        const lines = bytes.split('\r\n');
        const line = below(lines.length);
        lines.splice(line, 0, lines[line] ?? '');
        bytes = lines.join('\r\n');
        break;
      }
      default: {
        const lines = bytes.split('\r\n');
        lines.splice(below(lines.length), 1);
        bytes = lines.join('\r\n');
      }
    }
  }
  return bytes;
}

const SEEDS = [
  rawRequest('/a?b=c', ['Accept: */*', 'Cookie: a=b; c=d']),
  rawRequest('/form', ['Content-Type: application/x-www-form-urlencoded'], {
    method: 'POST',
    body: 'a=b&c=d',
  }),
  'POST /chunks HTTP/1.1\r\nHost: web.test\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n4;x=y\r\ndefg\r\n0\r\nX-T: 1\r\n\r\n',
  rawRequest('/up', [
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  ]),
  rawRequest('/expect', ['Expect: 100-continue'], { method: 'PUT', body: 'xyz' }),
  'OPTIONS / HTTP/1.0\r\nHost: web.test\r\nConnection: keep-alive, X-A\r\nX-A: b\r\n\r\n',
];

/** How often each `method target` is there. */
function counted(lines: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}

/** Lines that are more often in `some` than in `all`. */
function surplus(some: readonly string[], all: readonly string[]): string[] {
  const limits = counted(all);
  return [...counted(some)]
    .filter(([line, count]) => count > (limits.get(line) ?? 0))
    .map(([line]) => line);
}

test('byte mutations: what arrives is what was inspected and logged [P5]', {
  timeout: 240_000,
}, async (t) => {
  const proxy = await startTestProxy(t, { web: stubWaf({}), environment: { AUDIT_REDACT: 'off' } });
  const below = random(20_261_121);
  const total = 4000;
  const jobs = Array.from({ length: total }, (_, n) =>
    mutate(SEEDS[n % SEEDS.length] ?? '', below),
  );
  let slowest = 0;
  await each(jobs, 16, async (bytes) => {
    const start = performance.now();
    await exchangeRaw(proxy.port, bytes + CANARY, { quietMs: 150 });
    slowest = Math.max(slowest, performance.now() - start);
  });
  await new Promise((resolve) => setTimeout(resolve, 3000));
  const atBackend = proxy.backend.requests.map(({ head }) => head.split(' ', 2).join(' '));
  const records = await proxy.records('access', atBackend.length);
  const lineOf = (record: Record<string, unknown>): string =>
    `${record['method']} ${record['uri']}`;
  const inspected = records.filter((record) => record['profile'] !== undefined).map(lineOf);
  const answered = records.filter((record) => record['status'] === 200).map(lineOf);
  assert.deepEqual(surplus(atBackend, inspected), [], 'at the backend, not inspected');
  assert.deepEqual(surplus(answered, atBackend), [], 'answered 200, not at the backend');
  assert.deepEqual(
    proxy.warnings.filter((line) => /failed|uncaught/.test(line)),
    [],
  );
  assert.equal((await exchangeRaw(proxy.port, rawRequest('/'))).status, 200);
  console.log(
    `${total} mutated messages: ${atBackend.length} requests at the backend, each inspected and logged; 0 crashes`,
  );
});
