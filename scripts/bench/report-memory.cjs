// measure-memory.ts loads this before the proxy: on SIGUSR2 a process writes its memory use, in bytes, to FOLDER/PID.json.
const { readFileSync, renameSync, writeFileSync } = require('node:fs');
const v8 = require('node:v8');
const { BroadcastChannel, isMainThread } = require('node:worker_threads');

const KILOBYTE = 1024;
/** Milliseconds to wait for threads: a thread that inspects a body answers only after the inspection. */
const PATIENCE_MS = 5000;

/** The channel between the threads of the process: each of them loads this file. */
const threads = new BroadcastChannel('report-memory');
threads.unref();

if (isMainThread) {
  let running = 0;
  process.on('worker', (thread) => {
    running += 1;
    thread.once('exit', () => {
      running -= 1;
    });
  });
  process.on('SIGUSR2', () => {
    if (running === 0) return report(0);
    let [answers, bytes] = [0, 0];
    const patience = setTimeout(() => report(bytes), PATIENCE_MS);
    threads.onmessage = ({ data }) => {
      answers += 1;
      bytes += data;
      if (answers < running) return;
      clearTimeout(patience);
      report(bytes);
    };
    threads.postMessage('report');
  });
} else {
  threads.onmessage = ({ data }) => {
    if (data !== 'report') return;
    const { heapTotal, external } = process.memoryUsage();
    threads.postMessage(heapTotal + external);
  };
}

function report(threadBytes) {
  const { rss, heapTotal, external } = process.memoryUsage();
  const size = (space) =>
    v8.getHeapSpaceStatistics().find(({ space_name }) => space_name === space)?.space_size ?? 0;
  const inKilobytes = (path, name) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(path, 'latin1'))?.[1] ?? 0);
  const ownPages = (name) => inKilobytes('/proc/self/smaps_rollup', name) * KILOBYTE;
  const memory = {
    rss,
    file: inKilobytes('/proc/self/status', 'RssFile') * KILOBYTE,
    heap: heapTotal,
    newSpace: size('new_space'),
    code: size('code_space') + size('code_large_object_space'),
    external,
    threads: threadBytes,
    private: ownPages('Private_Clean') + ownPages('Private_Dirty'),
    proportional: ownPages('Pss'),
  };
  const path = `${process.env['MEMORY_REPORTS']}/${process.pid}.json`;
  writeFileSync(`${path}.new`, JSON.stringify(memory));
  renameSync(`${path}.new`, path);
}
