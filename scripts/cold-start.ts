/**
 * Measures the cost of the first requests of an isolate. `npx tsx scripts/cold-start.ts [FILE...]` compares modules
 * of `compile --out`; without a file it measures the built-in profiles of `make compile-rules`. Each run is a new
 * process. The modules alternate, so that the load of the machine affects all of them equally.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { median } from '#compiler/cli/commands/bench/bench-waf.ts';
import { bundleModule } from '#compiler/cli/project/bundle-module.ts';

const RUNS = Number(process.env['RUNS'] ?? 15);
const PROFILES = ['pl1', 'pl2'];
const REPORT = join(import.meta.dirname, 'bench/report-cold-start.mjs');
/** The orders of requests: JSON after a page, and JSON as the very first request. */
const ORDERS = ['page,json,secondPage,secondJson', 'json,page'];
/** Node's flags: all of V8's work in one thread, and the default. */
const MODES = [['--single-threaded'], []];

type Times = readonly [process: number, thread: number];
type Run = Readonly<Record<string, Times>>;

async function bundleBuiltIn(folder: string): Promise<readonly string[]> {
  const files = PROFILES.map(async (profile) => {
    const modules = readdirSync(`generated/${profile}`).map((path) => ({
      path,
      text: readFileSync(`generated/${profile}/${path}`, 'utf8'),
    }));
    const file = join(folder, `${profile}.mjs`);
    writeFileSync(file, await bundleModule(modules));
    return file;
  });
  return Promise.all(files);
}

function show(file: string, flags: readonly string[], order: string, runs: readonly Run[]): void {
  const kinds = Object.keys(runs[0] ?? {});
  const figures = kinds.map((kind) => {
    const [ofProcess = [], ofThread = []] = [0, 1].map((which) =>
      runs.map((run) => run[kind]?.[which] ?? Number.NaN),
    );
    const text = [median(ofProcess), Math.min(...ofProcess), median(ofThread)]
      .map((time) => time.toFixed(1))
      .join(' / ');
    return `${kind} ${text}`;
  });
  console.log(`${basename(file)} ${flags.join(' ')} ${order}\n  ${figures.join('\n  ')}`);
}

/** Runs the files alternately. */
function compare(files: readonly string[], flags: readonly string[], order: string): void {
  const runs = new Map<string, Run[]>(files.map((file) => [file, []]));
  for (let run = 0; run < RUNS; run += 1) {
    for (const [file, all] of runs) {
      const output = execFileSync(process.execPath, [...flags, REPORT, file, order]);
      all.push(JSON.parse(output.toString()));
    }
  }
  for (const [file, all] of runs) show(file, flags, order, all);
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-cold-start-'));
  try {
    const given = process.argv.slice(2).map((file) => resolve(file));
    const files = given.length > 0 ? given : await bundleBuiltIn(folder);
    for (const file of files) {
      const text = readFileSync(file);
      const compressed = gzipSync(text, { level: 9 }).length;
      console.log(`${basename(file)}: ${text.length} bytes, ${compressed} gzipped`);
    }
    console.log(`ms of the processor, ${RUNS} runs: process (median / least) / thread (median)`);
    for (const flags of MODES) for (const order of ORDERS) compare(files, flags, order);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

await main();
