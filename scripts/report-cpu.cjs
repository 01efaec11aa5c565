// See cpu-times.ts.
const { appendFileSync, readFileSync } = require('node:fs');

const HUNDREDTH = 0.01;

/** Seconds of this process and of those it waited for, which only Linux tells. */
function cpuSeconds() {
  try {
    const stat = readFileSync('/proc/self/stat', 'latin1');
    // Fields 14 to 17 of proc(5); the second, a name in parentheses, may have spaces.
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
