/**
 * `portcullis assemble`: assembles regex-assembly files of crs-toolchain, and compares the results with the expressions
 * of rules.
 */
import { basename, dirname, join } from 'node:path';
import type { RuleSet } from '#compiler/2-resolve/ruleset.ts';
import { analyze } from '#compiler/compile.ts';
import { countNoun } from '#compiler/count-noun.ts';
import { cannotRead, hasWildcard, type RuleFiles } from '#compiler/rule-files.ts';
import type { Format } from '../../options.ts';
import { progress } from '../../output/progress.ts';
import { type Exit, printDiagnostics, toUtf8, usageError } from '../../output/report.ts';
import { selectProfile } from '../../project/select-profiles.ts';
import { assemble } from '../../regex-assembly/assemble.ts';
import { readPatterns } from '../../regex-assembly/command-words.ts';
import { AssemblyError, readLines } from '../../regex-assembly/lines.ts';
import { type Comparison, compareExpressions } from './compare-expressions.ts';

export type AssembleOptions = {
  readonly entry: readonly string[];
  readonly profile?: string;
  readonly format: Format;
};

type Assembled = {
  readonly path: string;
  readonly expression: string;
  /** Undefined when no comparison was requested. */
  readonly comparison?: Comparison | { readonly kind: 'no rule'; readonly message: string };
};

/** Returns exit code 1 when the expression of a rule matches something else than the one in its file. */
export function runAssemble(
  patterns: readonly string[],
  options: AssembleOptions,
  files: RuleFiles,
): Exit {
  const { format, entry, profile } = options;
  const paths = patterns.flatMap((each) => (hasWildcard(each) ? files.glob(each) : [each]));
  if (paths.length === 0) return usageError(`No file matches ${patterns.join(' ')}.`);
  let rules: RuleSet | undefined;
  if (entry.length > 0 || profile !== undefined) {
    const selected = selectProfile(options, files);
    if (selected.kind === 'Error') return usageError(selected.message);
    const { recovered, diagnostics } = analyze(selected.profile, files);
    printDiagnostics(diagnostics.filter(({ severity }) => severity === 'error'));
    rules = recovered;
  }
  const assembled: Assembled[] = [];
  for (const [index, path] of paths.entries()) {
    progress.show('assembling', index + 1, paths.length);
    const expression = assembleFile(path, files);
    if (typeof expression !== 'string') return usageError(expression.message);
    const comparison =
      rules === undefined ? {} : { comparison: compareWith(rules, path, expression) };
    assembled.push({ path, expression, ...comparison });
  }
  progress.clear();
  const text =
    format === 'json'
      ? `${JSON.stringify({ schemaVersion: 1, files: assembled }, undefined, 2)}\n`
      : formatAssembled(assembled);
  process.stdout.write(toUtf8(text));
  return assembled.some(({ comparison }) => isWrong(comparison)) ? 1 : 0;
}

function assembleFile(path: string, files: RuleFiles): string | { readonly message: string } {
  const text = files.read(path);
  if (text === undefined) return { message: cannotRead(path, files) };
  const folder = dirname(path);
  const readInclude = (name: string) => {
    for (const kind of ['include', 'exclude']) {
      const file = join(folder, kind, `${name}.ra`);
      const found = files.read(file);
      if (found !== undefined) return { path: file, text: found };
    }
    return undefined;
  };
  const settings = files.read(join(folder, 'toolchain.yaml')) ?? '';
  try {
    return assemble(readLines(path, text, readInclude), (shell) => readPatterns(settings, shell));
  } catch (error) {
    if (error instanceof AssemblyError) return { message: error.message };
    throw error;
  }
}

/** Compares with the rule of the file: `942130.ra` is rule 942130, `942130-chain1.ra` the first rule chained to it. */
function compareWith(
  { entries }: RuleSet,
  path: string,
  expression: string,
): NonNullable<Assembled['comparison']> {
  const [, id, chain = '0'] = /^(\d+)(?:-chain(\d+))?\.ra$/.exec(basename(path)) ?? [];
  if (id === undefined) return { kind: 'no rule', message: 'its name is not a rule id' };
  const rule = entries.find((each) => each.kind === 'Rule' && each.id === Number(id));
  if (rule?.kind !== 'Rule') return { kind: 'no rule', message: `there is no rule ${id}` };
  const argument = rule.links[Number(chain)]?.test?.argument;
  return argument?.kind === 'Regex'
    ? compareExpressions(expression, argument.source)
    : { kind: 'no rule', message: `rule ${id} has no expression there` };
}

function isWrong(comparison: Assembled['comparison']): boolean {
  return comparison?.kind === 'differs' || comparison?.kind === 'error';
}

function formatAssembled(assembled: readonly Assembled[]): string {
  const [only] = assembled;
  if (only !== undefined && only.comparison === undefined && assembled.length === 1) {
    return `${only.expression}\n`;
  }
  const lines = assembled.map(({ path, expression, comparison }) =>
    comparison === undefined ? `${path}: ${expression}` : `${path}: ${comparisonText(comparison)}`,
  );
  return `${[...lines, ...(only?.comparison === undefined ? [] : [countLine(assembled)])].join('\n')}\n`;
}

function comparisonText(comparison: NonNullable<Assembled['comparison']>): string {
  switch (comparison.kind) {
    case 'same text':
      return 'the rule has the same text';
    case 'same matches':
      return `the rule matches the same of ${comparison.tried} strings`;
    case 'differs':
      return `${JSON.stringify(comparison.text)} is matched only by the ${comparison.by}`;
    case 'error':
    case 'no rule':
      return comparison.message;
  }
}

function countLine(assembled: readonly Assembled[]): string {
  const count = (kind: string): number =>
    assembled.filter(({ comparison }) => comparison?.kind === kind).length;
  return [
    `${countNoun(assembled.length, 'file')}: ${count('same text')} with the same text`,
    `${count('same matches')} with the same matches`,
    `${count('differs') + count('error')} that differ`,
    `${count('no rule')} without a rule`,
  ].join(', ');
}
