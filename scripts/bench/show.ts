/** Formats each part of the benchmark as text. */
import type { Conditions } from '#compiler/cli/commands/bench/conditions.ts';
import { formatBytes, formatRatio, formatTime } from '#compiler/cli/commands/bench/format.ts';
import { formatWork } from '#compiler/cli/commands/bench/report.ts';
import { formatTable } from '#compiler/cli/output/table.ts';
import type { CommandTimes } from './measure-commands.ts';
import type { GrowthStep, KindFigures, WorstCaseFigures } from './measure-growth.ts';
import { GIVE_UP_SECONDS } from './measure-in-process.ts';
import type { MemoryFigures, ProcessMemory } from './measure-memory.ts';
import type { LevelFigures, MixFigures, WorkFigures } from './measure-mixes.ts';
import { BUSY_REQUESTS, type StartFigures } from './measure-start.ts';

const GIVEN_UP = `> ${GIVE_UP_SECONDS} s`;

export type RunConditions = Conditions & {
  readonly ruleSet: string;
  /** The folder of the request mixes, or `built-in`. */
  readonly requests: string;
};

export function showConditions(conditions: RunConditions): string {
  const { node, processor, cores, load, ruleSet, requests } = conditions;
  return [
    `Node ${node}, ${cores} cores (${processor}), load ${load.toFixed(1)} before`,
    `Rules ${ruleSet}, requests ${requests}`,
  ].join('\n');
}

export function showCommands({ compileMilliseconds, checkMilliseconds }: CommandTimes): string {
  return section('Commands, both profiles', [
    ['portcullis compile', milliseconds(compileMilliseconds)],
    ['portcullis check', milliseconds(checkMilliseconds)],
  ]);
}

export function showStart(figures: StartFigures): string {
  return section('Proxy', [
    ['bundle of the proxy', formatBytes(figures.bundleBytes)],
    ['compressed with gzip', formatBytes(figures.bundleGzipBytes)],
    ['start to listening', milliseconds(figures.listenMilliseconds)],
    ['start to first response', milliseconds(figures.startMilliseconds)],
    ['of that, an empty Node program', milliseconds(figures.nodeMilliseconds)],
    ['memory (RSS) after the first response', memory(figures.startRssBytes)],
    [`memory (RSS) after ${BUSY_REQUESTS} requests`, memory(figures.busyRssBytes)],
  ]);
}

/**
 * Formats one row per process. One more process takes its private pages; PSS adds its share of the others, such as Node's
 * program. The rest of RSS besides files, heap and external is the C++ heap: V8's compiler,
 * sockets, threads.
 */
export function showMemory(figures: MemoryFigures | undefined): string {
  if (figures === undefined) return '\nMemory: not measured, there is no /proc';
  const row = (name: string, memory: ProcessMemory): readonly string[] => {
    const { rss, file, heap, newSpace, code, external, threads, proportional } = memory;
    const rest = rss - file - heap - external - (threads ?? 0);
    const parts = [file, heap, newSpace, code, external, threads, rest];
    const bytes = [rss, memory.private, proportional, ...parts];
    return [name, ...bytes.map((value) => (value === undefined ? '' : formatBytes(value)))];
  };
  return section(`Memory after ${figures.requests} requests`, [
    [
      ...['process', 'RSS', 'private', 'PSS', 'files', 'heap', 'of it new', 'of it code'],
      ...['external', 'threads', 'rest'],
    ],
    row('WORKERS=0', figures.alone),
    row('WORKERS=2, supervisor', figures.supervisor),
    ...figures.workers.map((worker, index) => row(`WORKERS=2, worker ${index + 1}`, worker)),
  ]);
}

export function showMixes(figures: readonly MixFigures[]): string {
  return section('One transaction in process, processor time', [
    ['profile, mix', 'passes on', 'passes off', 'ratio', 'allocated', 'blocked', 'of'],
    ...figures.map(({ profile, mix, passesOn, passesOff, ratio }) => [
      `${profile} ${mix}`,
      formatTime(passesOn.microseconds),
      formatTime(passesOff.microseconds),
      formatRatio(ratio),
      formatBytes(passesOn.allocatedBytes),
      verdicts(passesOn.blocked, passesOff.blocked),
      String(passesOn.requests),
    ]),
  ]);
}

export function showWork(figures: readonly WorkFigures[]): string {
  const rows = figures.map(({ profile, mix, work }) => [`${profile} ${mix}`, work] as const);
  return `\nOne transaction in process, counted\n${formatWork(rows)}`;
}

/** Formats one number, or two if the passes change verdicts, which they must not. */
function verdicts(on: number, off: number): string {
  return on === off ? String(on) : `${on} (off: ${off})`;
}

export function showLevels(figures: readonly LevelFigures[]): string {
  return section('Paranoia levels, rules of pl1', [
    ['mix', 'PL1', 'PL2', 'PL3', 'PL4', 'PL4 : PL1'],
    ...figures.map(({ mix, microseconds }) => [
      mix,
      ...microseconds.map(formatTime),
      formatRatio((microseconds.at(-1) ?? 0) / (microseconds[0] ?? 1)),
    ]),
  ]);
}

export function showBodySizes(steps: readonly GrowthStep[]): string {
  return showGrowth('Body of one argument, bytes (pl1)', steps);
}

export function showBodyKinds(figures: readonly KindFigures[]): string {
  const hasStrict = figures.some(({ strictMicroseconds }) => strictMicroseconds !== undefined);
  return section('Kinds of body (pl1)', [
    ['kind', 'bytes', 'time', 'a byte', ...(hasStrict ? ['at PL4', 'a byte'] : [])],
    ...figures.map(({ kind, bytes, microseconds, strictMicroseconds }) => [
      kind,
      bytes.toLocaleString('en'),
      ...timesOf(microseconds, bytes),
      ...(hasStrict ? timesOf(strictMicroseconds, bytes) : []),
    ]),
  ]);
}

/** Returns the time and that of each of `count`. */
function timesOf(microseconds: number | undefined, count: number): readonly string[] {
  return microseconds === undefined
    ? [GIVEN_UP, '']
    : [formatTime(microseconds), formatTime(microseconds / count)];
}

export function showArgumentCounts(steps: readonly GrowthStep[]): string {
  return showGrowth('Number of arguments (pl1)', steps);
}

function showGrowth(title: string, steps: readonly GrowthStep[]): string {
  return section(title, [
    ['size', 'time', 'for each'],
    ...steps.map(({ size, microseconds }) => [
      size.toLocaleString('en'),
      ...timesOf(microseconds, size),
    ]),
  ]);
}

export function showWorstCases(figures: readonly WorstCaseFigures[]): string {
  return section('Worst-case strings', [
    ['profile, string', 'first', 'warm'],
    ...figures.map(({ profile, name, result }) => [
      `${profile} ${name}`,
      result === undefined ? GIVEN_UP : formatTime(result.firstMicroseconds),
      result === undefined ? '' : formatTime(result.microseconds),
    ]),
  ]);
}

function section(title: string, rows: readonly (readonly string[])[]): string {
  return `\n${title}\n${formatTable(rows)}`;
}

function milliseconds(value: number): string {
  return formatTime(value * 1000);
}

function memory(bytes: number | undefined): string {
  return bytes === undefined ? 'unknown' : formatBytes(bytes);
}
