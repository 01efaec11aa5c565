/** Backends that respond before they have read an upload: the response counts, whatever becomes of the rest. */
import assert from 'node:assert/strict';
import { createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { exchangeRaw, rawRequest } from '../proxy/helpers/raw-client.ts';
import { isBuilt, PROXY } from './helpers/built.ts';
import { play, received, type Step } from './helpers/hostile-backend.ts';
import { startProxyProcess } from './helpers/proxy-process.ts';

const REFUSAL = 'HTTP/1.1 413 Too Large\r\nContent-Length: 8\r\n\r\ntoo long';
const CLOSING = 'HTTP/1.1 413 Too Large\r\nConnection: close\r\nContent-Length: 8\r\n\r\ntoo long';
const CHUNKED =
  'HTTP/1.1 413 Too Large\r\nTransfer-Encoding: chunked\r\n\r\n8\r\ntoo long\r\n0\r\n\r\n';
const TO_THE_END = 'HTTP/1.1 413 Too Large\r\nConnection: close\r\n\r\ntoo long';

type Row = {
  readonly name: string;
  readonly steps: readonly Step[];
  /** How much of the request it reads before: nothing, the head, or all that comes meanwhile. */
  readonly reads: 'nothing' | 'head' | 'on';
  /** 0: 413, visibly cut. */
  readonly status: number;
};

const ENDINGS: readonly (readonly [name: string, steps: readonly Step[]])[] = [
  ['goes on', []],
  ['closes', ['FIN']],
  ['closes later', [50, 'FIN']],
  ['resets later', [50, 'RST']],
  ['gives up', ['CLOSE']],
  ['gives up later', [50, 'CLOSE']],
];

const ROWS: readonly Row[] = (['nothing', 'head', 'on'] as const).flatMap((reads) => [
  ...[
    ['413', REFUSAL] as const,
    ['413 and close', CLOSING] as const,
    ['413 in chunks', CHUNKED] as const,
  ].flatMap(([name, answer]) =>
    ENDINGS.map(([ending, steps]) => ({
      name: `${name}, ${ending}`,
      steps: [answer, ...steps],
      reads,
      status: 413,
    })),
  ),
  { name: 'cut, then reset', steps: [REFUSAL.slice(0, -3), 50, 'RST'], reads, status: 0 },
  { name: 'to the end, then reset', steps: [TO_THE_END, 50, 'RST'], reads, status: 0 },
  { name: 'no answer, reset', steps: [50, 'RST'], reads, status: 502 },
  { name: 'no answer, gives up', steps: [50, 'CLOSE'], reads, status: 502 },
]);

/** In memory, on disk, and more than the buffers of a connection hold. */
const SIZES = [10_000, 1_000_000, 12_000_000];

test('the response of a backend that does not read the whole upload reaches the client', async (t) => {
  if (!isBuilt(t, PROXY)) return;
  let row: Row | undefined;
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    const { reads, steps } = row ?? { reads: 'on', steps: [] };
    const begin = (): void => {
      if (reads === 'head') socket.pause();
      play(socket, steps);
    };
    if (reads === 'nothing') setTimeout(begin, 20);
    else socket.once('data', begin);
    if (reads === 'on') socket.resume();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  // Inspecting them takes longer than everything else here.
  const environment = {
    ENGINE_MODE: 'off',
    BACKENDS: JSON.stringify({ default: [`127.0.0.1:${port}`] }),
    BACKEND_RESPONSE_TIMEOUT: '3',
    BACKEND_IDLE_TIMEOUT: '3',
  };
  const proxy = await startProxyProcess(t, { environment, accounted: true });
  const wrong: string[] = [];
  let ran = 0;
  for (const size of SIZES) {
    const headers = ['User-Agent: x', 'Accept: */*', 'Content-Type: application/octet-stream'];
    const body = 'x'.repeat(size);
    const request = rawRequest('/', headers, { method: 'POST', host: 'api.test', body });
    for (row of ROWS) {
      const reply = await exchangeRaw(proxy.port, request, { quietMs: 8000 });
      const got = received(reply);
      const isRight =
        row.status === 0
          ? got.status === 413 && !got.whole
          : got.status === row.status && got.whole;
      const label = `${size} bytes, reads ${row.reads}, ${row.name}`;
      if (!isRight) wrong.push(`${label}: ${reply.bytes.slice(0, 300)}`);
      ran += 1;
    }
  }
  assert.deepEqual(wrong, []);
  assert.equal(ran, 198);
  assert.ok(connections <= ran, 'no POST is sent twice');
  assert.doesNotMatch(proxy.stderr(), /^ +at /m);
  console.log(`${ran} of 198 uploads that a backend did not read got its response`);
});
