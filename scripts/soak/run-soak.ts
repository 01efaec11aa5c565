/** One run of service, clients and disturbances, which is measured in intervals and judged at the end. */
import { setTimeout as wait } from 'node:timers/promises';
import { createClients } from './clients.ts';
import { startDisturbances } from './disturbances.ts';
import { createLedger } from './ledger.ts';
import { type Interval, idleDescriptors, type Sample, sampleProcesses } from './processes.ts';
import { startService } from './service.ts';
import { showHead, showInterval, showTotals } from './show.ts';
import { faultsOf, isGrowthJudged } from './verdict.ts';

const INTERVALS = 18;
const MOST_INTERVAL_MS = 60_000;
const SAMPLE_MS = 500;

export type SoakResult = {
  /** The faults as sentences; empty when there are none. */
  readonly faults: readonly string[];
  readonly isGrowthJudged: boolean;
};

export async function runSoak(file: string, milliseconds: number): Promise<SoakResult> {
  const ledger = createLedger();
  const service = await startService(file, ledger);
  try {
    const descriptorsBefore = await idleDescriptors(service.pid);
    const clients = createClients(service.port, ledger);
    const disturbances = startDisturbances(service, ledger);
    const intervals: Interval[] = [];
    const began = performance.now();
    const length = Math.min(MOST_INTERVAL_MS, milliseconds / INTERVALS);
    showHead();
    while (performance.now() - began < milliseconds) {
      const samples = await takeSamples(service.pid, length);
      const latencies = clients.takeLatencies();
      const interval = { ...leastOf(samples), latencies };
      intervals.push(interval);
      showInterval((performance.now() - began) / 1000, interval, disturbances.counts());
    }
    disturbances.stop();
    await clients.stop();
    const descriptorsAfter = await idleDescriptors(service.pid);
    await service.stop();
    disturbances.tallyAll();
    const tally = ledger.settle();
    showTotals(tally, { descriptorsBefore, descriptorsAfter });
    return {
      faults: faultsOf({ tally, intervals, descriptorsBefore, descriptorsAfter }),
      isGrowthJudged: isGrowthJudged(intervals),
    };
  } finally {
    service.end();
  }
}

async function takeSamples(pid: number, milliseconds: number): Promise<readonly Sample[]> {
  const end = performance.now() + milliseconds;
  const samples = [sampleProcesses(pid)];
  while (performance.now() < end) {
    await wait(SAMPLE_MS);
    samples.push(sampleProcesses(pid));
  }
  return samples;
}

function leastOf(samples: readonly Sample[]): Sample {
  const least = (each: (sample: Sample) => number): number => Math.min(...samples.map(each));
  return {
    rssBytes: least(({ rssBytes }) => rssBytes),
    allRssBytes: Math.max(...samples.map(({ allRssBytes }) => allRssBytes)),
    descriptors: least(({ descriptors }) => descriptors),
  };
}
