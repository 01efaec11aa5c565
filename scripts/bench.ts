/** `make bench` = `npx tsx scripts/bench.ts [--json FILE]`: what the speed claims rest on. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readMixes } from './bench/bench-request.ts';
import { measureCommands } from './bench/measure-commands.ts';
import {
  measureArgumentCounts,
  measureBodySizes,
  measureWorstCases,
} from './bench/measure-growth.ts';
import { buildProfile, measureLevels, measureMixes } from './bench/measure-mixes.ts';
import { measureStart } from './bench/measure-start.ts';
import * as show from './bench/show.ts';

const { SHARED_DATA = '../shared/data' } = process.env;
const { values } = parseArgs({ options: { json: { type: 'string' } } });
const unbuilt = ['dist/proxy.js', 'dist/portcullis.mjs'].find((path) => !existsSync(path));

if (unbuilt === undefined) {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-bench-'));
  try {
    const figures = await bench(folder);
    if (values.json !== undefined) {
      writeFileSync(values.json, `${JSON.stringify(figures, undefined, 2)}\n`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
} else {
  console.error(`error: ${unbuilt} is not built: make build`);
  process.exitCode = 1;
}

/** Prints every part as soon as it is measured, and gives all of them for --json. */
async function bench(folder: string): Promise<object> {
  const pl1 = await buildProfile('pl1', folder);
  const profiles = [pl1, await buildProfile('pl2', folder)];
  const requests = join(SHARED_DATA, 'requests');
  const conditions = {
    node: process.version,
    processor: cpus()[0]?.model ?? 'unknown',
    ruleSet: pl1.on.manifest.ruleSet,
    requests: existsSync(requests) ? requests : 'built-in',
  };
  console.log(show.showConditions(conditions));
  const commands = print(measureCommands(), show.showCommands);
  const start = print(await measureStart(), show.showStart);
  const mixes = readMixes(requests);
  const transactions = print(measureMixes(profiles, mixes), show.showMixes);
  const levels = print(await measureLevels(folder, mixes), show.showLevels);
  const bodySizes = print(await measureBodySizes(pl1.path), (steps) =>
    show.showGrowth('Body of one argument, bytes (pl1)', steps),
  );
  const argumentCounts = print(await measureArgumentCounts(pl1.path), (steps) =>
    show.showGrowth('Number of arguments (pl1)', steps),
  );
  const worst = print(await measureWorstCases(profiles), show.showWorstCases);
  return { conditions, commands, start, transactions, levels, bodySizes, argumentCounts, worst };
}

function print<T>(figures: T, text: (figures: T) => string): T {
  console.log(text(figures));
  return figures;
}
