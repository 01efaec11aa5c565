/**
 * `make soak`: runs the built proxy for MINUTES (default 30) under mixed traffic, reloads, log rotations, large
 * bodies and killed workers. Prints one line per interval. Fails when memory grows, when a record is lost or
 * duplicated, or when a response is wrong.
 */
import { existsSync } from 'node:fs';
import { runSoak } from './soak/run-soak.ts';

const PROXY = 'dist/proxy.js';
const { MINUTES = '30' } = process.env;
const minutes = Number(MINUTES);

if (!(minutes > 0)) fail(`MINUTES=${MINUTES} is no number above 0.`);
else if (!existsSync('/proc/self/status')) fail('It reads /proc: Linux only.');
else if (!existsSync(PROXY)) fail(`${PROXY} is not built: make build`);
else {
  const { faults, isGrowthJudged } = await runSoak(PROXY, minutes * 60_000);
  for (const fault of faults) fail(fault);
  const growth = isGrowthJudged ? 'No growth' : 'Too few requests to judge growth';
  if (faults.length === 0) console.log(`${growth}, no record lost or doubled, no wrong response.`);
}

function fail(message: string): void {
  console.error(`error: ${message}`);
  process.exitCode = 1;
}
