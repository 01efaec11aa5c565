/** How long something takes, however busy and however slow the machine is. */

const TEXT = Array.from({ length: 4096 }, (_, n) => String.fromCharCode((n * 7919) % 256)).join('');
const ROUNDS = 200;
/** Milliseconds of CPU time that `calibrate` takes on the machine for which the limits of the tests were chosen. */
const CALIBRATED_MS = 1.8;

/**
 * Milliseconds of CPU time that `run` takes on a machine of the usual speed: on a slower one the time is divided by how
 * much longer the same loop takes there, right before and right after.
 */
export function cpuMilliseconds(run: () => void): number {
  const before = slowness();
  const took = timeOf(run);
  return took / Math.max(before, slowness());
}

/** Returns how many times as long the loop takes here, at least 1. The first runs are those in which V8 compiles it. */
function slowness(): number {
  const times = Array.from({ length: 8 }, () => timeOf(calibrate));
  return Math.max(1, Math.min(...times) / CALIBRATED_MS);
}

/** Reads a text as parsers do: one byte after the other. */
function calibrate(): number {
  const seen = new Map<number, string>();
  let hash = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let at = 0; at < TEXT.length; at += 1)
      hash = (Math.imul(hash, 31) + TEXT.charCodeAt(at)) | 0;
    seen.set(hash, TEXT.slice(round, round + 64));
  }
  return seen.size;
}

function timeOf(run: () => void): number {
  const start = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
