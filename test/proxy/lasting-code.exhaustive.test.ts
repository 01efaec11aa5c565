/** Whether V8 reduces the memory of an idle thread, and thereby discards its compiled code. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

/** V8 waits for half a minute of little work. */
const LONGEST_MS = 180_000;
const LATER_MS = 15_000;

/** The address of the heap, the kind of the collection, and the megabytes before it. */
const COLLECTION = /^\[[0-9]+:(0x[0-9a-f]+)\] +[0-9]+ ms: ([^0-9]+) ([0-9.]+) \(/;

/** Fills the old generation of its thread for half a second; then it does little. */
const THREAD = `
  const filling = [];
  const timer = setInterval(() => {
    for (let i = 0; i < 20_000; i += 1) filling.push({ i, text: 'x' + i });
    if (filling.length < 1_200_000) return;
    filling.length = 0;
    clearInterval(timer);
    setInterval(() => [1, 2].map(String), 50);
  }, 10);`;

/** Of the heap; other threads of the process have less. */
const FILLED_MB = 40;

/** Starts a process with an idle thread. Returns how often V8 has reduced its memory so far; undefined before it is filled. */
function startIdleThread(t: TestContext, start: string): () => number | undefined {
  const program = `
    import { Worker } from 'node:worker_threads';
    import { startWithLastingCode } from './runtime/proxy/shadow/lasting-code.ts';
    const thread = () => new Worker(${JSON.stringify(THREAD)}, { eval: true, execArgv: [] });
    ${start};`;
  const options = ['--import', 'tsx', '--trace-gc', '--input-type=module', '--eval', program];
  const child = spawn(process.execPath, options, { stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => child.kill('SIGKILL'));
  const filled = new Set<string>();
  let reductions = 0;
  createInterface({ input: child.stdout }).on('line', (line) => {
    const [, heap = '', kind = '', megabytes] = COLLECTION.exec(line) ?? [];
    if (Number(megabytes) > FILLED_MB) filled.add(heap);
    if (filled.has(heap) && kind === 'Mark-Compact (reduce)') reductions += 1;
  });
  return () => (filled.size > 0 ? reductions : undefined);
}

test('an idle thread with lasting code is not reduced, others are, also those started after it', async (t) => {
  const usual = startIdleThread(t, 'thread()');
  const lasting = startIdleThread(t, 'startWithLastingCode(thread)');
  const after = startIdleThread(t, "startWithLastingCode(thread).once('online', thread)");
  const areReduced = (): boolean =>
    [usual(), after()].every((times) => times !== undefined && times > 0);
  for (let ms = 0; ms < LONGEST_MS && !areReduced(); ms += 100) await sleep(100);
  assert.ok(areReduced());
  await sleep(LATER_MS);
  assert.equal(lasting(), 0);
});
