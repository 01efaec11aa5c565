/** `make bench` = `npx tsx scripts/bench.ts [--json FILE]`: measures the figures of the speed claims. */
import { copyFileSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Mix } from '#compiler/cli/commands/bench/bench-request.ts';
import { processorTime, SEED } from '#compiler/cli/commands/bench/bench-waf.ts';
import { readConditions } from '#compiler/cli/commands/bench/conditions.ts';
import { SCHEMA_VERSION, toJson } from '#compiler/cli/commands/bench/report.ts';
import {
  measureWorst,
  type WorstReport,
} from '#compiler/cli/commands/bench/worst/measure-worst.ts';
import { showWorst } from '#compiler/cli/commands/bench/worst/show-worst.ts';
import type { Manifest } from '#engine/host/compiled-waf.ts';
import { measureAdapters } from './bench/adapters/measure-adapters.ts';
import { showAdapters } from './bench/adapters/show-adapters.ts';
import type { BenchFile } from './bench/benchmarks-page.ts';
import { compileVariant, writeWaf } from './bench/build-waf.ts';
import { measureFront } from './bench/front/measure-front.ts';
import { showFront } from './bench/front/show-front.ts';
import { measureCommands } from './bench/measure-commands.ts';
import { type FirstRequests, measureFirstRequests } from './bench/measure-first-requests.ts';
import {
  measureArgumentCounts,
  measureBodyKinds,
  measureBodySizes,
  measureWorstCases,
} from './bench/measure-growth.ts';
import { type MemoryFigures, measureMemory } from './bench/measure-memory.ts';
import {
  BENIGN,
  type BuiltProfile,
  buildProfile,
  type MixFigures,
  measureLevels,
  measureMixes,
  measureWork,
} from './bench/measure-mixes.ts';
import { measureStart, type StartFigures } from './bench/measure-start.ts';
import { fasterPeer, type Peer, readPeer, runPeer } from './bench/peer.ts';
import { measureProxies } from './bench/proxies/measure-proxies.ts';
import { showProxies } from './bench/proxies/show-proxies.ts';
import { readMixes } from './bench/read-mixes.ts';
import * as show from './bench/show.ts';
import { showFirstRequests } from './bench/show-first-requests.ts';
import { showTargets } from './bench/show-targets.ts';
import { targetsOf } from './bench/targets.ts';
import { createWorkspace, type Workspace } from './bench/workspace.ts';
import { bundleProxy } from './bundle-proxy.ts';

const { SHARED_DATA = '../shared/data', PEER_FIGURES, PEER_COMMAND } = process.env;
/** Limit of this process's own processor time, so that a busy machine makes a run longer but not shorter. */
const TIME_LIMIT_MICROSECONDS = 600e6;
const CLI = 'dist/portcullis.mjs';
const STRICTEST = { profile: 'pl1', passes: 'on', paranoiaLevel: 4 } as const;

process.exitCode = await main();

/** Exit codes: 0 measured, 1 nothing to measure, 2 usage error. */
async function main(): Promise<0 | 1 | 2> {
  if (!existsSync(CLI)) {
    console.error(`error: ${CLI} is not built: make setup`);
    return 1;
  }
  let output: number | undefined;
  let known: Peer;
  try {
    output = openOutput();
    known = readPeer(PEER_FIGURES);
  } catch (error) {
    console.error(`error: ${error instanceof Error ? error.message : String(error)}`);
    return 2;
  }
  const workspace = createWorkspace(SHARED_DATA);
  try {
    const figures = await bench(workspace, known);
    if (output !== undefined) writeFileSync(output, toJson(figures));
    return 0;
  } finally {
    rmSync(workspace.folder, { recursive: true });
  }
}

/** Opens the output file before the measurements, so that a wrong path is reported immediately. */
function openOutput(): number | undefined {
  const { values } = parseArgs({ options: { json: { type: 'string' } } });
  return values.json === undefined ? undefined : openSync(values.json, 'w');
}

function conditionsOf({ ruleSet }: Manifest, requests: string): BenchFile['conditions'] {
  return {
    date: new Date().toISOString().slice(0, 10),
    ...readConditions(),
    ruleSet,
    requests: existsSync(requests) ? requests : 'built-in',
  };
}

/** Prints every part as soon as it is measured, and returns all of them for --json. `known`: see `measureTransactions`. */
async function bench(workspace: Workspace, known: Peer): Promise<object> {
  const pl1 = await buildProfile('pl1', workspace);
  const profiles = [pl1, await buildProfile('pl2', workspace)];
  const requests = join(SHARED_DATA, 'requests');
  const mixes = readMixes(requests);
  const conditions = conditionsOf(pl1.on.manifest, requests);
  console.log(show.showConditions(conditions));
  const commands = await part(
    'Commands',
    async () => measureCommands(workspace),
    show.showCommands,
  );
  const start = await part('Proxy', () => measureProxy(workspace, mixes), show.showStart);
  const measureFirsts = () => measureFirst(workspace, pl1.path, mixes);
  const firstRequests = await part('First requests', measureFirsts, showFirstRequests);
  const memory = await part('Memory', () => measureBusyMemory(workspace, mixes), show.showMemory);
  const front = await part('The front', measureFront, showFront);
  const bundle = proxyOf(workspace.folder);
  const measureWhole = () => measureProxies({ bundle, folder: workspace.folder, mixes });
  const proxies = await part('Whole servers', measureWhole, showProxies);
  const { transactions, peer } = await measureTransactions(profiles, mixes, known);
  const adapters = await part('Adapters', () => measureBenign(pl1.path, mixes), showAdapters);
  const levels = await part(
    'Paranoia levels',
    () => measureLevels(workspace, mixes),
    show.showLevels,
  );
  const bodySizes = await part('Body sizes', () => measureBodySizes(pl1.path), show.showBodySizes);
  const measureKinds = async () => measureBodyKinds(pl1.path, await writeWaf(STRICTEST, workspace));
  const bodyKinds = await part('Body kinds', measureKinds, show.showBodyKinds);
  const argumentCounts = await part(
    'Numbers of arguments',
    () => measureArgumentCounts(pl1.path),
    show.showArgumentCounts,
  );
  const worst = await part('Worst cases', () => measureWorstCases(profiles), show.showWorstCases);
  const adversarial = await part(
    'Adversarial strings',
    () => measureAdversarial(workspace),
    (report) => `\n${showWorst(report)}`,
  );
  const work = await part('Work', async () => measureWork(profiles, mixes), show.showWork);
  const cacheBytes = cacheLimit(profiles.map(({ path }) => readFileSync(path, 'utf8')));
  const measured = { commands, start, memory, firstRequests, proxies, transactions, levels };
  const parts = { peer, cacheBytes, ...measured, bodyKinds, worst, adversarial };
  const targets = targetsOf(parts);
  console.log(showTargets(targets, peer));
  return {
    schemaVersion: SCHEMA_VERSION,
    conditions,
    targets,
    ...parts,
    front,
    adapters,
    work,
    bodySizes,
    argumentCounts,
  };
}

/**
 * `known`: figures of the peer. PEER_COMMAND measures them in turns with ours instead, because a machine's speed may change
 * within minutes.
 */
async function measureTransactions(
  profiles: readonly BuiltProfile[],
  mixes: readonly Mix[],
  known: Peer,
): Promise<{ readonly transactions: readonly MixFigures[] | undefined; readonly peer: Peer }> {
  const measurePeer = (): Peer => (PEER_COMMAND === undefined ? known : runPeer(PEER_COMMAND));
  const peers: Peer[] = [];
  const measure = async () => measureMixes(profiles, mixes, () => peers.push(measurePeer()));
  const transactions = await part('Transactions', measure, show.showMixes);
  return { transactions, peer: peers.length === 0 ? known : peers.reduce(fasterPeer) };
}

function measureAdversarial({ files }: Workspace): Promise<WorstReport> {
  return measureWorst(compileVariant(STRICTEST, files), SEED);
}

function measureBenign(path: string, mixes: readonly Mix[]): ReturnType<typeof measureAdapters> {
  return measureAdapters(
    path,
    mixes.filter(({ name }) => BENIGN.includes(name)),
  );
}

/** Measures the proxy with the rules that `compile` left in the workspace, on requests that should pass. */
async function measureProxy({ folder }: Workspace, mixes: readonly Mix[]): Promise<StartFigures> {
  const outfile = proxyOf(folder);
  await bundleProxy({ generated: join(folder, 'generated'), outfile });
  const benign = mixes.filter(({ name }) => BENIGN.includes(name));
  return measureStart(
    outfile,
    benign.flatMap(({ requests }) => requests),
  );
}

/** Measures first requests. It runs after `measureProxy`, and uses its bundle and a copy of the module. */
function measureFirst(
  { folder }: Workspace,
  module: string,
  mixes: readonly Mix[],
): Promise<readonly FirstRequests[]> {
  const copy = join(folder, 'reloaded.mjs');
  copyFileSync(module, copy);
  return measureFirstRequests(
    proxyOf(folder),
    copy,
    mixes.filter(({ name }) => name === 'browse'),
  );
}

function proxyOf(folder: string): string {
  return join(folder, 'proxy.js');
}

/** Measures memory with the bundle of `measureProxy`, on requests of all mixes. */
function measureBusyMemory(
  { folder }: Workspace,
  mixes: readonly Mix[],
): Promise<MemoryFigures | undefined> {
  return measureMemory(
    proxyOf(folder),
    mixes.flatMap(({ requests }) => requests),
  );
}

/** Returns the bytes that the tables of automata may take in all of these modules together. */
function cacheLimit(modules: readonly string[]): number {
  const limits = modules.flatMap((text) => [...text.matchAll(/createBudget\((\d+)\)/g)]);
  return limits.reduce((sum, [, bytes]) => sum + Number(bytes), 0);
}

/**
 * Measures a part and prints it. Returns undefined when the time limit is reached; a part that has begun is
 * completed.
 */
async function part<T>(
  name: string,
  measure: () => Promise<T>,
  text: (figures: T) => string,
): Promise<T | undefined> {
  if (processorTime() > TIME_LIMIT_MICROSECONDS) {
    console.log(`\n${name}: left out, the parts before it took too long`);
    return undefined;
  }
  const figures = await measure();
  console.log(text(figures));
  return figures;
}
