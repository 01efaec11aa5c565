import assert from 'node:assert/strict';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { startBackend } from '#compiler/cli/ftw/backend.ts';
import { parseTests } from '#compiler/cli/ftw/read-tests.ts';
import { runFtwOverTcp } from '#compiler/cli/ftw/run-over-tcp.ts';
import { sendRequest } from '#compiler/cli/ftw/send-request.ts';
import { parseRequest } from '#compiler/cli/requests/parse-request.ts';

function addressOf(server: Server): { host: string; port: number } {
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  return { host: '127.0.0.1', port: address.port };
}

/** A proxy in small: logs markers and rule 100 for targets with `evil`, and is silent for /silent. */
async function startProxy(logFile: string, losesFirstMarker: boolean): Promise<Server> {
  let lost = !losesFirstMarker;
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', (chunk) => {
      const { head } = parseRequest(chunk.toString('latin1'));
      const marker = head.headers.find(([name]) => name === 'X-CRS-Test')?.[1];
      if (marker !== undefined && lost)
        appendFileSync(logFile, `[id "999999"] [msg "X-CRS-Test ${marker}"]\n`);
      if (marker !== undefined) lost = true;
      if (head.target.includes('evil')) appendFileSync(logFile, 'x [id "100"] y\n');
      const status = head.target === '/bad' ? '400 Bad Request' : '200 OK';
      socket.end(
        head.target === '/silent' ? '' : `HTTP/1.1 ${status}\r\nContent-Length: 0\r\n\r\n`,
      );
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

const tests = parseTests(
  'tcp.yaml',
  `
rule_id: 100
tests:
  - { test_id: 1, stages: [{ input: { uri: /evil }, output: { log: { expect_ids: [100] } } }] }
  - { test_id: 2, stages: [{ input: { uri: /good }, output: { status: 200, log: { no_match_regex: 'id' } } }] }
  - { test_id: 3, stages: [{ input: { uri: /bad }, output: { status: 400 } }] }
  - { test_id: 4, stages: [{ input: { uri: /silent }, output: { expect_error: true, log: { expect_ids: [1] } } }] }
  - { test_id: 5, stages: [{ input: { uri: /silent }, output: { log: { no_expect_ids: [100] } } }] }
`,
);

for (const losesFirstMarker of [false, true]) {
  test(`stages are judged between markers${losesFirstMarker ? ', also when one is lost' : ''}`, async (t) => {
    const directory = mkdtempSync(join(tmpdir(), 'ftw-'));
    const logFile = join(directory, 'error.log');
    writeFileSync(logFile, 'old line [id "100"]\n');
    const proxy = await startProxy(logFile, losesFirstMarker);
    t.after(() => {
      proxy.close();
      rmSync(directory, { recursive: true });
    });
    const summary = await runFtwOverTcp({ ...addressOf(proxy), logFile, tests });
    assert.deepEqual(
      summary.results.map(({ kind, test: { id } }) => `${id} ${kind}`),
      ['100-1 passed', '100-2 passed', '100-3 passed', '100-4 passed', '100-5 failed'],
    );
  });
}

test('without a marker in the log the run ends with an error', async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'ftw-'));
  const logFile = join(directory, 'error.log');
  writeFileSync(logFile, '');
  const backend = await startBackend(0);
  t.after(() => {
    backend.close();
    rmSync(directory, { recursive: true });
  });
  await assert.rejects(
    runFtwOverTcp({ ...addressOf(backend), logFile, tests }),
    /did not reach the log after 20 requests\. The server needs a rule that logs X-CRS-Test/,
  );
});

test('a port without a listener is an error, not a missing response', async () => {
  const backend = await startBackend(0);
  const address = addressOf(backend);
  backend.close();
  await once(backend, 'close');
  await assert.rejects(sendRequest(address, 'GET / HTTP/1.1\r\n\r\n'), /ECONNREFUSED/);
});

test('the backend takes made-up methods, chunked bodies and HEAD', async (t) => {
  const backend = await startBackend(0);
  t.after(() => backend.close());
  const cases = [
    ['FOO /x HTTP/4.0\r\n\r\n', 200],
    [
      'POST /reflect HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nE\r\n{"status":503}\r\n0\r\n\r\n',
      503,
    ],
    ['POST /reflect HTTP/1.1\r\nContent-Length: 1\r\n\r\nx', 400],
    ['HEAD /reflect HTTP/1.1\r\n\r\n', 200],
  ] as const;
  for (const [request, status] of cases) {
    const response = await sendRequest(addressOf(backend), request);
    assert.equal(response.kind === 'received' && response.status, status, request);
  }
  assert.equal(cases.length, 4);
});
