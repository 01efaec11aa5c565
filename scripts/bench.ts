/** `make bench` = `npx tsx scripts/bench.ts [--json FILE]`: what the speed claims rest on. */
import { existsSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readConditions } from '../compiler/bench/conditions.ts';
import { SCHEMA_VERSION, toJson } from '../compiler/bench/report.ts';
import { measureCommands } from './bench/measure-commands.ts';
import { measureFront, showFront } from './bench/measure-front.ts';
import {
  measureArgumentCounts,
  measureBodySizes,
  measureWorstCases,
} from './bench/measure-growth.ts';
import { buildProfile, measureLevels, measureMixes } from './bench/measure-mixes.ts';
import { measureStart } from './bench/measure-start.ts';
import { readMixes } from './bench/read-mixes.ts';
import * as show from './bench/show.ts';

const { SHARED_DATA = '../shared/data' } = process.env;
/** Since the process started. */
const TIME_LIMIT_MS = 120_000;
const BUILT = ['dist/proxy.js', 'dist/portcullis.mjs'];

process.exitCode = await main();

/** 0 measured, 1 nothing to measure, 2 misuse. */
async function main(): Promise<0 | 1 | 2> {
  const unbuilt = BUILT.find((path) => !existsSync(path));
  if (unbuilt !== undefined) {
    console.error(`error: ${unbuilt} is not built: make build`);
    return 1;
  }
  let output: number | undefined;
  try {
    output = openOutput();
  } catch (error) {
    console.error(`error: ${error instanceof Error ? error.message : String(error)}`);
    return 2;
  }
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-bench-'));
  try {
    const figures = await bench(folder);
    if (output !== undefined) writeFileSync(output, toJson(figures));
    return 0;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Opened before the minutes of measuring, so that a wrong path costs none. */
function openOutput(): number | undefined {
  const { values } = parseArgs({ options: { json: { type: 'string' } } });
  return values.json === undefined ? undefined : openSync(values.json, 'w');
}

/** Prints every part as soon as it is measured, and gives all of them for --json. */
async function bench(folder: string): Promise<object> {
  const pl1 = await buildProfile('pl1', folder);
  const profiles = [pl1, await buildProfile('pl2', folder)];
  const requests = join(SHARED_DATA, 'requests');
  const conditions = {
    ...readConditions(),
    ruleSet: pl1.on.manifest.ruleSet,
    requests: existsSync(requests) ? requests : 'built-in',
  };
  console.log(show.showConditions(conditions));
  const commands = await part('Commands', async () => measureCommands(), show.showCommands);
  const start = await part('Proxy', measureStart, show.showStart);
  const front = await part('The front', measureFront, showFront);
  const mixes = readMixes(requests);
  const transactions = await part(
    'Transactions',
    async () => measureMixes(profiles, mixes),
    show.showMixes,
  );
  const bodySizes = await part('Body sizes', () => measureBodySizes(pl1.path), show.showBodySizes);
  const argumentCounts = await part(
    'Numbers of arguments',
    () => measureArgumentCounts(pl1.path),
    show.showArgumentCounts,
  );
  const worst = await part(
    'Worst-case strings',
    () => measureWorstCases(profiles),
    show.showWorstCases,
  );
  const levels = await part('Paranoia levels', () => measureLevels(folder, mixes), show.showLevels);
  return {
    schemaVersion: SCHEMA_VERSION,
    conditions,
    commands,
    start,
    front,
    transactions,
    bodySizes,
    argumentCounts,
    worst,
    levels,
  };
}

/** Undefined when the time is up: a part that has begun ends. */
async function part<T>(
  name: string,
  measure: () => Promise<T>,
  text: (figures: T) => string,
): Promise<T | undefined> {
  if (performance.now() > TIME_LIMIT_MS) {
    console.log(`\n${name}: left out, this machine is too busy with other things`);
    return undefined;
  }
  const figures = await measure();
  console.log(text(figures));
  return figures;
}
