/** `portcullis test DIR`: runs FTW tests against a compiled program, in process or over TCP. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { analyze, type Profile } from '#compiler/compile.ts';
import type { Diagnostic } from '#compiler/diagnostics.ts';
import { profileOfEntries } from '#compiler/profile.ts';
import type { RuleFiles } from '#compiler/rule-files.ts';
import { type FtwRecord, recordOf } from '../../ftw/ftw-record.ts';
import type { FtwTest } from '../../ftw/ftw-types.ts';
import { type InProcess, runFtw } from '../../ftw/run-in-process.ts';
import { MarkerError, runFtwOverTcp } from '../../ftw/run-over-tcp.ts';
import { runShards } from '../../ftw/run-shards.ts';
import { FtwFileError } from '../../ftw/yaml-fields.ts';
import { loadProfile } from '../../inspection/cached-waf.ts';
import {
  announceSkipped,
  announceWait,
  type Exit,
  printDiagnostics,
  toUtf8,
  usageError,
} from '../../output/report.ts';
import { compileShown } from '../../project/compile-shown.ts';
import { loadWaf } from '../../project/load-waf.ts';
import { recordLookups } from '../../project/record-lookups.ts';
import { type SelectedOne, selectProfile } from '../../project/select-profiles.ts';
import { watch, watchedPaths } from '../../project/watch.ts';
import { readPlan, type TestOptions, type TestPlan } from './options.ts';

export async function runTest(
  folder: string,
  options: TestOptions,
  files: RuleFiles,
): Promise<Exit> {
  const selected = selectRules(options, files);
  if (selected.kind === 'Error') return usageError(selected.message);
  const { profile } = selected;
  const run = (): Promise<Exit> => runOnce(folder, options, profile, files);
  if (options.watch !== true) return run();
  // A usage error cannot be fixed by editing a file, so it also ends --watch.
  const plan = readPlan(folder, options);
  if (plan.kind === 'Error') return usageError(plan.message);
  return watch(async () => {
    const started = performance.now();
    await run();
    announceWait('tested', started);
    // The profile is already resolved; this only lists the files that were looked up.
    const recorded = recordLookups(files);
    analyze(profile, recorded.files);
    const rules = watchedPaths(recorded.lookups, files);
    const others = options.overrides === undefined ? [] : [options.overrides];
    return () => [...rules(), ...testPaths(folder), ...others];
  });
}

/** A server at `--url` has its own rules: without a name none are read here. */
function selectRules(options: TestOptions, files: RuleFiles): SelectedOne {
  const { url, entry, profile } = options;
  const isElsewhere = url !== undefined && entry.length === 0 && profile === undefined;
  return isElsewhere
    ? { kind: 'Ok', profile: profileOfEntries('custom', []) }
    : selectProfile(options, files);
}

function testPaths(folder: string): readonly string[] {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return [folder];
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.map((name) => join(folder, name));
}

async function runOnce(
  folder: string,
  options: TestOptions,
  profile: Profile,
  files: RuleFiles,
): Promise<Exit> {
  const plan = readPlan(folder, options);
  if (plan.kind === 'Error') return usageError(plan.message);
  if (options.shard === undefined) announceUnknown(plan.tests);
  const result = await runPlan(folder, plan, options, profile, files);
  if (result.kind === 'Error') return usageError(result.message);
  printDiagnostics(result.diagnostics);
  if (result.records === undefined) return 1;
  process.stdout.write(toUtf8(plan.reporter(result.records)));
  return result.records.some(({ kind }) => kind === 'failed') ? 1 : 0;
}

/** Reports unknown fields of test files on standard error, each with the first file that has it. */
function announceUnknown(tests: readonly FtwTest[]): void {
  const first = new Map<string, string>();
  for (const { file, unknown = [] } of tests) {
    for (const field of unknown) if (!first.has(field)) first.set(field, file);
  }
  for (const [field, file] of first) {
    console.error(`${file}: the unknown field ${field} is ignored`);
  }
}

type Ran =
  | {
      readonly kind: 'Ok';
      /** Undefined when the rules have errors. */
      readonly records: readonly FtwRecord[] | undefined;
      readonly diagnostics: readonly Diagnostic[];
    }
  | { readonly kind: 'Error'; readonly message: string };

async function runPlan(
  folder: string,
  plan: TestPlan,
  options: TestOptions,
  profile: Profile,
  files: RuleFiles,
): Promise<Ran> {
  const { url, log, parallel } = options;
  if (url !== undefined && log !== undefined) return runOverTcp(plan, url, log);
  const loaded = await load(profile, files, options.passes === 'off');
  if (loaded.kind === 'Error') {
    return { kind: 'Ok', records: undefined, diagnostics: loaded.diagnostics };
  }
  if (options.shard === undefined) announceSkipped(loaded.program.waf.manifest);
  if (parallel > 1 && options.shard === undefined) {
    // A process without tests is of no use.
    const count = Math.min(parallel, plan.tests.length);
    const records = await runShards(argumentsOf(folder, options), count);
    return { kind: 'Ok', records, diagnostics: [] };
  }
  const { results } = await runFtw({ ...plan, ...loaded.program });
  return { kind: 'Ok', records: results.map(recordOf), diagnostics: [] };
}

type Loaded =
  | { readonly kind: 'Ok'; readonly program: InProcess }
  | { readonly kind: 'Error'; readonly diagnostics: readonly Diagnostic[] };

/** Loads the program. Compiled profiles are cached for the next run; a program without passes is compiled each time. */
async function load(profile: Profile, files: RuleFiles, isPlain: boolean): Promise<Loaded> {
  if (isPlain) {
    const { program, diagnostics } = compileShown(profile, files, []);
    if (program === undefined) return { kind: 'Error', diagnostics };
    return { kind: 'Ok', program: { waf: await loadWaf(program) } };
  }
  const result = await loadProfile(profile, files);
  if (result.kind === 'Error') return result;
  let traced: ReturnType<NonNullable<InProcess['traced']>> | undefined;
  const loadTraced = async (): ReturnType<NonNullable<InProcess['traced']>> => {
    const again = await loadProfile(profile, files, true);
    if (again.kind === 'Error' || again.loaded.plan === undefined) {
      throw new Error('Compiler bug: the rules compile without a trace only');
    }
    return { waf: again.loaded.waf, plan: again.loaded.plan };
  };
  const { waf } = result.loaded;
  return {
    kind: 'Ok',
    program: {
      waf,
      traced: () => {
        traced ??= loadTraced();
        return traced;
      },
    },
  };
}

/** Returns the command line of one shard. */
function argumentsOf(folder: string, options: TestOptions): readonly string[] {
  const { entry, profile, include, exclude, tags, overrides, passes, skipUnsupported } = options;
  const given = Object.entries({ profile, include, exclude, tags, overrides, passes });
  return [
    'test',
    folder,
    ...entry.flatMap((path) => ['--entry', path]),
    ...(skipUnsupported === true ? ['--skip-unsupported'] : []),
    ...given.flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, value])),
  ];
}

/** Reports a usage error when nothing answers at the address, or when the log does not show the requests. */
async function runOverTcp(plan: TestPlan, url: string, logFile: string): Promise<Ran> {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (address?.protocol !== 'http:') {
    return { kind: 'Error', message: `--url takes http://HOST:PORT, not ${url}.` };
  }
  const { hostname: host, port } = address;
  try {
    const { results } = await runFtwOverTcp({ ...plan, host, port: Number(port || 80), logFile });
    return { kind: 'Ok', records: results.map(recordOf), diagnostics: [] };
  } catch (error) {
    const isKnown = error instanceof MarkerError || error instanceof FtwFileError;
    if (isKnown || (error instanceof Error && 'code' in error))
      return { kind: 'Error', message: error.message };
    throw error;
  }
}
