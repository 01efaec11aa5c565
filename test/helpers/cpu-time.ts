/** How long something takes, however busy the machine is. */

/** Milliseconds of CPU time that this process spends while `run` runs. */
export function cpuMilliseconds(run: () => void): number {
  const start = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
