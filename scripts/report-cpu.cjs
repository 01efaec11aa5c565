// Appends the processor time of a test process to a file when the process ends (see cpu-times.ts).
const { appendFileSync, readFileSync } = require('node:fs');

const HUNDREDTH = 0.01;

/** Returns seconds of processor time: of this process and, on Linux only, of the child processes that it has waited for. */
function cpuSeconds() {
  try {
    const stat = readFileSync('/proc/self/stat', 'latin1');
    // Fields 14 to 17 of proc(5). The second field, a name in parentheses, may contain spaces.
    const times = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 15);
    return times.reduce((sum, ticks) => sum + Number(ticks) * HUNDREDTH, 0);
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }
}

const [, runner, path] = /^(\d+):(.*)$/.exec(process.env['PORTCULLIS_TEST_CPU'] ?? '') ?? [];
if (path !== undefined && Number(runner) === process.ppid)
  process.on('exit', () => {
    const line = JSON.stringify({ program: process.argv[1], seconds: cpuSeconds() });
    appendFileSync(path, `${line}\n`);
  });
