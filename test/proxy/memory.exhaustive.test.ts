/** Memory of the built proxy when much passes through it: many requests, and bodies in both directions. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toRequest } from '#compiler/cli/commands/bench/bench-request.ts';
import { builtInMixes } from '#scripts/bench/built-in-mixes.ts';
import { measureMemory } from '#scripts/bench/measure-memory.ts';
import { isBuilt, PROXY } from '../e2e/helpers/built.ts';
import { startProxyProcess } from '../e2e/helpers/proxy-process.ts';
import { download, largeAnswer } from './helpers/large-answer.ts';
import { exchangeRaw, type RawReply, rawRequest } from './helpers/raw-client.ts';
import { peakGrowth } from './helpers/resident-memory.ts';
import { wait } from './helpers/start-process.ts';

/** What inspections take, and the thread in which one client's run. */
const MOST_MB = 100;
/**
 * Requests before the bodies: others are served beside them, and until some thousands are, a process grows by 25 MB
 * whether there are large bodies or not.
 */
const SMALL = 3000;
const DOWNLOAD = 800 * 262_144;
const UPLOADS = 12;
const UPLOAD = 12_000_000;
/** How many inspections of a body another client waits for at most, and as much again for a busy machine. */
const MOST_INSPECTIONS = 4;

const ATTACK = ' <script>alert(document.cookie)</script> ';

const HEADERS = [
  'User-Agent: Mozilla/5.0',
  'Accept: */*',
  'Content-Type: application/octet-stream',
] as const;

/** Bytes that look like nothing, the same each time (xorshift): transformations change all of them. */
function noise(length: number, seed: number): string {
  const bytes = Buffer.alloc(length);
  let state = seed;
  for (let index = 0; index < length; index += 4) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    bytes.writeInt32LE(state | 0, index);
  }
  return bytes.toString('latin1');
}

/** What rules make of a body is not the point; noise may match one that looks for a few bytes. */
const BODIES: readonly (readonly [host: string, what: string, body: string])[] = [
  ['web.test', 'equal bytes', 'x'.repeat(UPLOAD)],
  ['api.test', 'equal bytes', 'x'.repeat(UPLOAD)],
  ['api.test', 'noise', noise(UPLOAD, 1)],
  ['api.test', 'other noise', noise(UPLOAD, 2)],
  ['api.test', 'an attack at the end', `${noise(UPLOAD, 1)}${ATTACK.repeat(5)}`],
];

for (const [host, what, body] of BODIES) {
  test(`twelve bodies of 12 MB at once stay out of memory: ${what}, ${host} [B12]`, async (t) => {
    if (!isBuilt(t, PROXY)) return;
    const { port, pid, backend } = await startProxyProcess(t);
    const small = rawRequest('/', HEADERS, { method: 'POST', host, body: 'x' });
    for (let n = 0; n < SMALL; n += 1) await exchangeRaw(port, small);
    const forwarded = backend.requests.length;
    const large = rawRequest('/', HEADERS, { method: 'POST', host, body });
    const others = watchOthers(port);
    const began = performance.now();
    let statuses: readonly number[] = [];
    const growth = await peakGrowth(pid, async () => {
      const upload = async (): Promise<number> => {
        const { status } = await exchangeRaw(port, large, { quietMs: 120_000 });
        return status;
      };
      statuses = await Promise.all(Array.from({ length: UPLOADS }, upload));
    });
    const inspectionMs = (performance.now() - began) / UPLOADS;
    const waits = await others.end();
    const longest = Math.max(...waits);
    const [status = 0] = statuses;
    assert.ok([200, 403].includes(status), `${status}`);
    assert.deepEqual(new Set(statuses), new Set([status]));
    const passed = backend.requests.length - forwarded - waits.length;
    assert.equal(passed, status === 200 ? UPLOADS : 0);
    console.log(
      `12 bodies of 12 MB at once (${what}, ${host}): ${growth.toFixed(0)} MB more at the peak; ` +
        `${inspectionMs.toFixed(0)} ms each, another client waits for at most ${longest.toFixed(0)} ms`,
    );
    assert.ok(growth < MOST_MB, `${growth} MB`);
    assert.ok(longest < MOST_INSPECTIONS * inspectionMs, `${longest} ms`);
  });
}

test('with two workers other clients hardly notice [B12]', async (t) => {
  if (!isBuilt(t, PROXY)) return;
  // On a busy machine an inspection takes longer than a worker may usually be silent.
  const environment = { WORKERS: '2', WORKER_STALL_TIMEOUT: '60' };
  const { port } = await startProxyProcess(t, { environment });
  for (let n = 0; n < 500; n += 1) await exchangeRaw(port, rawRequest('/', HEADERS.slice(0, 2)));
  const options = { method: 'POST', host: 'api.test', body: noise(UPLOAD, 1) };
  const large = rawRequest('/', HEADERS, options);
  const others = watchOthers(port, 4);
  const began = performance.now();
  const upload = (): Promise<RawReply> => exchangeRaw(port, large, { quietMs: 120_000 });
  const replies = await Promise.all(Array.from({ length: UPLOADS }, upload));
  const inspectionMs = (performance.now() - began) / UPLOADS;
  const waits = [...(await others.end())].sort((a, b) => a - b);
  assert.ok(replies.every((reply) => [200, 403].includes(reply.status)));
  const p99 = waits[Math.floor(waits.length * 0.99)] ?? 0;
  console.log(
    `two workers, 12 bodies of 12 MB at once, ${inspectionMs.toFixed(0)} ms each: ` +
      `99 of 100 others are answered within ${p99.toFixed(0)} ms`,
  );
  assert.ok(p99 < inspectionMs / 4, `${p99} ms`);
});

/** Clients that send one request after the other until `end` is called; how long each took. */
function watchOthers(port: number, clients = 1): { end: () => Promise<readonly number[]> } {
  const waits: number[] = [];
  let going = true;
  const run = async (): Promise<void> => {
    while (going) {
      const began = performance.now();
      const { status } = await exchangeRaw(port, rawRequest('/other', HEADERS.slice(0, 2)), {
        quietMs: 120_000,
      });
      assert.equal(status, 200);
      waits.push(performance.now() - began);
      await wait(5);
    }
  };
  const ended = Promise.all(Array.from({ length: clients }, run));
  return {
    end: async () => {
      going = false;
      await ended;
      return waits;
    },
  };
}

test('a response of 200 MB streams through, at the pace of its client', async (t) => {
  if (!isBuilt(t, PROXY)) return;
  const { port, pid, backend } = await startProxyProcess(t);
  await exchangeRaw(port, rawRequest('/', ['User-Agent: x', 'Accept: */*']));
  const answer = largeAnswer(DOWNLOAD);
  backend.respond = answer.respond;
  const growth = await peakGrowth(pid, async () => {
    const fast = download(port);
    await fast.begun;
    assert.ok(answer.sent() < DOWNLOAD / 2, `first bytes after ${answer.sent()}`);
    await fast.ended;
    assert.ok(fast.received() > DOWNLOAD, `${fast.received()} bytes`);

    const slow = download(port);
    await slow.begun;
    slow.socket.pause();
    let before = -1;
    while (answer.sent() !== before) {
      before = answer.sent();
      await wait(500);
    }
    assert.ok(before < DOWNLOAD / 4, `${before} bytes taken for a client that reads none`);
    console.log(
      `a client that stops reading stops the backend after ${(before / 1e6).toFixed(0)} MB`,
    );
    slow.socket.resume();
    await slow.ended;
    assert.equal(slow.received() > DOWNLOAD && slow.received() < DOWNLOAD + 1000, true);
  });
  console.log(`2 downloads of 200 MB: ${growth.toFixed(0)} MB more at the peak`);
  assert.ok(growth < MOST_MB, `${growth} MB`);
});

/** Bytes that no process exceeds after MIXED requests: more than docs/operators.md says, by what runs differ. */
const MOST = { alone: 150 << 20, worker: 150 << 20, supervisor: 72 << 20 } as const;
const MIXED = 6000;

test('after thousands of mixed requests processes are as large as documented', async (t) => {
  if (!isBuilt(t, PROXY)) return;
  const requests = builtInMixes.flatMap(({ lines }) => lines.map(toRequest));
  const measured = await measureMemory(PROXY, requests, MIXED);
  assert.ok(measured !== undefined, 'there is no /proc');
  const { alone, supervisor, workers } = measured;
  const megabytes = [alone, supervisor, ...workers].map(({ rss }) => Math.round(rss / (1 << 20)));
  console.log(
    `RSS after ${MIXED} mixed requests: alone ${megabytes[0]} MB, supervisor ${megabytes[1]}, workers ${megabytes.slice(2).join(', ')}`,
  );
  assert.equal(workers.length, 2);
  assert.ok(alone.rss < MOST.alone, `${megabytes[0]} MB`);
  assert.ok(supervisor.rss < MOST.supervisor, `${megabytes[1]} MB`);
  for (const { rss } of workers) assert.ok(rss < MOST.worker, `${rss} bytes`);
});
