/** A worker that dies under load: what it held is closed at once, and what it answered is in the log. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { addFigures } from '#scripts/service-figures.ts';
import { startBackend } from '../proxy/helpers/backend.ts';
import { linesOf } from '../proxy/helpers/lines-of.ts';
import { rawRequest } from '../proxy/helpers/raw-client.ts';
import { wait } from '../proxy/helpers/start-process.ts';
import { until } from '../proxy/helpers/until.ts';
import { emptyFolder, isBuilt, PROXY } from './helpers/built.ts';
import { runBuilt } from './helpers/run-built.ts';

const ROUNDS = 8;
const CLIENTS = 16;

type Sent = { readonly target: string; readonly isAnswered: boolean; readonly ms: number };

/** One request on a connection of its own, until the connection ends. */
function send(port: number, target: string): Promise<Sent> {
  return new Promise((resolve) => {
    const began = performance.now();
    const headers = ['User-Agent: x', 'Accept: */*', 'Connection: close'];
    const socket = connect(port, '127.0.0.1', () => socket.write(rawRequest(target, headers)));
    let bytes = '';
    socket.on('data', (chunk) => {
      bytes += chunk.toString('latin1');
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      const isAnswered = /^HTTP\/1\.1 200 [\s\S]*\r\n\r\nhello$/.test(bytes);
      resolve({ target, isAnswered, ms: performance.now() - began });
    });
  });
}

function childrenOf(pid: number): readonly number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return children.trim().split(' ').map(Number);
}

test('connections of a killed worker end at once, records of answered requests stay', async (t) => {
  if (!isBuilt(t, PROXY)) return;
  const backend = await startBackend((_request, socket) => {
    setTimeout(() => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello'), 3);
  });
  t.after(() => backend.close());
  const accessLog = join(emptyFolder(t), 'access.log');
  const run = await runBuilt(t, {
    BACKENDS: JSON.stringify({ default: [backend.address] }),
    WORKERS: '2',
    ACCESS_LOG: accessLog,
  });
  const sent: Sent[] = [];
  let isOver = false;
  const client = async (index: number): Promise<void> => {
    for (let n = 0; !isOver; n += 1) sent.push(await send(run.port, `/?n=${index}-${n}`));
  };
  const clients = Array.from({ length: CLIENTS }, (_, index) => client(index));
  const pid = run.child.pid ?? 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    await until(() => childrenOf(pid).length === 2);
    const before = sent.length;
    await until(() => sent.length > before + 60);
    process.kill(childrenOf(pid)[round % 2] ?? 0, 'SIGKILL');
    await wait(1500);
  }
  isOver = true;
  await Promise.all(clients);
  run.child.kill('SIGTERM');
  assert.equal(await run.exit, 0);
  const recorded = linesOf(accessLog).map((line): string => JSON.parse(line).uri);
  const known = new Set(recorded);
  const answered = sent.filter(({ isAnswered }) => isAnswered);
  const lost = answered.filter(({ target }) => !known.has(target)).length;
  const slowest = Math.max(...sent.map(({ ms }) => ms));
  addFigures({ cases: sent.length, misrecorded: lost + (recorded.length - known.size) });
  assert.equal(run.stderr().match(/ended \(SIGKILL\), starting another/g)?.length, ROUNDS);
  assert.ok(slowest < 5000, `a connection was left open for ${slowest} ms`);
  assert.equal(recorded.length, known.size, 'none twice');
  assert.equal(lost, 0, `${lost} of ${answered.length} answered requests are not in the log`);
  console.log(
    `${ROUNDS} workers killed under load: ${answered.length} answered, 0 of their records lost, ${sent.length - answered.length} closed without a response, the slowest connection ${slowest.toFixed(0)} ms`,
  );
});
