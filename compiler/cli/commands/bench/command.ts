/** `portcullis bench`: measures a profile with request mixes, or compares two reports. */
import { basename } from 'node:path';
import type { Program } from '#compiler/3-specialize/program.ts';
import { parseJson } from '#compiler/json.ts';
import { cannotRead, type RuleFiles } from '#compiler/rule-files.ts';
import { progress } from '../../output/progress.ts';
import { type Exit, printDiagnostics, usageError } from '../../output/report.ts';
import { compileShown } from '../../project/compile-shown.ts';
import { selectProfile } from '../../project/select-profiles.ts';
import { type Mix, parseRequests } from './bench-request.ts';
import { SEED } from './bench-waf.ts';
import { compareReports } from './compare-reports.ts';
import { SCHEMA_VERSION, toJson, toText } from './report.ts';
import { showWorst } from './worst/show-worst.ts';

export type BenchOptions = {
  readonly requests: readonly string[];
  readonly profile?: string;
  readonly entry: readonly string[];
  /** "off": without the optional passes. */
  readonly passes?: string;
  readonly rounds?: number;
  readonly seed?: number;
  readonly json?: boolean;
  readonly compare?: readonly string[];
  /** Measures adversarial strings instead of request mixes. */
  readonly worst?: boolean;
};

export async function runBench(options: BenchOptions, files: RuleFiles): Promise<Exit> {
  if (options.compare !== undefined) return runCompare(options.compare, files);
  const { passes = 'on', rounds, seed = SEED } = options;
  if (passes !== 'on' && passes !== 'off') return usageError('--passes takes off.');
  if (rounds === 0) return usageError('--rounds takes a number above 0.');
  const mixes = options.worst === true ? [] : readMixes(options.requests, files);
  if (typeof mixes === 'string') return usageError(mixes);
  const selected = selectProfile(options, files);
  if (selected.kind === 'Error') return usageError(selected.message);
  const { profile } = selected;
  const { program, diagnostics } = compileShown(profile, files, passes === 'off' ? [] : undefined);
  printDiagnostics(diagnostics);
  if (program === undefined) return 1;
  if (options.worst === true) return runWorst(program, seed, options.json === true);
  const { benchProfile } = await import('./bench-profile.ts');
  const report = await benchProfile(program, mixes, { passes, rounds, seed });
  progress.clear();
  process.stdout.write(options.json === true ? toJson(report) : `${toText(report)}\n`);
  return 0;
}

async function runWorst(program: Program, seed: number, asJson: boolean): Promise<Exit> {
  const { measureWorst } = await import('./worst/measure-worst.ts');
  const report = await measureWorst(program, seed);
  progress.clear();
  const text = asJson ? toJson({ schemaVersion: SCHEMA_VERSION, ...report }) : showWorst(report);
  process.stdout.write(asJson ? text : `${text}\n`);
  return 0;
}

/** Reads the mixes, which are named after their files. Returns a text when one cannot be read. */
function readMixes(paths: readonly string[], files: RuleFiles): readonly Mix[] | string {
  if (paths.length === 0) return 'Give requests: --requests FILE.jsonl, or two reports: --compare.';
  const mixes: Mix[] = [];
  for (const path of paths) {
    const text = files.read(path);
    if (text === undefined) return cannotRead(path, files);
    const requests = parseRequests(Buffer.from(text, 'latin1').toString('utf8'));
    if (typeof requests === 'string') return `${path}: ${requests}.`;
    mixes.push({ name: basename(path, '.jsonl'), requests });
  }
  return mixes;
}

function runCompare(paths: readonly string[], files: RuleFiles): Exit {
  const [older, newer, ...others] = paths;
  if (older === undefined || newer === undefined || others.length > 0) {
    return usageError('--compare takes two files of bench --json.');
  }
  const missing = [older, newer].find((path) => files.read(path) === undefined);
  if (missing !== undefined) return usageError(cannotRead(missing, files));
  const compared = compareReports(readJson(older, files), readJson(newer, files));
  if (compared.kind === 'Error') return usageError(compared.message);
  console.log(compared.text);
  return 0;
}

/** Returns undefined when the file is not JSON. */
function readJson(path: string, files: RuleFiles): unknown {
  return parseJson(files.read(path) ?? '');
}
