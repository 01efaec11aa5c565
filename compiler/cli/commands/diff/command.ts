/** `portcullis diff`: shows how two rule sets or profiles differ in behaviour. */
import { pruningPasses } from '#compiler/3-specialize/specialize.ts';
import type { RuleFiles } from '#compiler/rule-files.ts';
import type { Format } from '../../options.ts';
import { progress } from '../../output/progress.ts';
import {
  type Exit,
  isColoured,
  printDiagnostics,
  toUtf8,
  usageError,
} from '../../output/report.ts';
import { compileShown } from '../../project/compile-shown.ts';
import { loadWaf } from '../../project/load-waf.ts';
import { sampleProbe, testProbes } from '../../replay/observe.ts';
import { readMaterial } from '../../replay/read-material.ts';
import { compare, isSame, type Side } from './compare.ts';
import { differenceJson, formatDifference } from './format-difference.ts';
import { type Operand, readOperand } from './read-operand.ts';

export type DiffOptions = {
  readonly entry: readonly string[];
  readonly ftw?: string;
  readonly samples?: string;
  readonly format: Format;
};

/** Returns exit code 0 when there is no difference, 1 when there is one, 2 when a side cannot be compiled. */
export async function runDiff(
  older: string,
  newer: string,
  options: DiffOptions,
  files: RuleFiles,
): Promise<Exit> {
  const { entry, format } = options;
  const material = readMaterial(options, files);
  if (material.kind === 'Error') return usageError(material.message);
  const probes = [...material.tests.flatMap(testProbes), ...material.samples.map(sampleProbe)];
  const sides: Side[] = [];
  for (const text of [older, newer]) {
    const read = readOperand(text, entry, files, process.env);
    if (read.kind === 'Error') return usageError(read.message);
    const side = await compileSide(read.operand, probes.length > 0);
    if (side === undefined) return usageError(`${text} has errors.`);
    sides.push(side);
  }
  const [before, after] = sides;
  if (before === undefined || after === undefined) return 2;
  const difference = compare(before, after, probes);
  const text =
    format === 'json'
      ? differenceJson(difference)
      : formatDifference(difference, isColoured(process.stdout));
  progress.clear();
  process.stdout.write(toUtf8(text));
  return isSame(difference) ? 0 : 1;
}

/** Compiles one side. Without requests to run, passes that only make rules faster are left out. */
async function compileSide(
  { profile, files }: Operand,
  willRun: boolean,
): Promise<Side | undefined> {
  const optional = willRun ? undefined : pruningPasses;
  const { ruleSet, program, diagnostics } = compileShown(profile, files, optional);
  if (ruleSet === undefined || program === undefined) {
    printDiagnostics(diagnostics.filter(({ severity }) => severity === 'error'));
    return undefined;
  }
  return { ruleSet, program, waf: willRun ? await loadWaf(program) : undefined };
}
