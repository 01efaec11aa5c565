// Loaded before the proxy by measure-memory.ts: on SIGUSR2 a process writes what it holds, in bytes, to FOLDER/PID.json.
const { readFileSync, renameSync, writeFileSync } = require('node:fs');
const v8 = require('node:v8');

const KILOBYTE = 1024;

process.on('SIGUSR2', () => {
  const { rss, heapTotal, external } = process.memoryUsage();
  const size = (space) =>
    v8.getHeapSpaceStatistics().find(({ space_name }) => space_name === space)?.space_size ?? 0;
  const [, file] = /^RssFile:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'latin1')) ?? [];
  const report = {
    rss,
    file: Number(file ?? 0) * KILOBYTE,
    heap: heapTotal,
    newSpace: size('new_space'),
    code: size('code_space') + size('code_large_object_space'),
    external,
  };
  const path = `${process.env['MEMORY_REPORTS']}/${process.pid}.json`;
  writeFileSync(`${path}.new`, JSON.stringify(report));
  renameSync(`${path}.new`, path);
});
