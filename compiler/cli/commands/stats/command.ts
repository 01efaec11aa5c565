/** `portcullis stats`: shows what a profile consists of before and after compiling. */
import type { Program } from '#compiler/3-specialize/program.ts';
import { rulesOf } from '#compiler/3-specialize/tx-reads.ts';
import { clauseOfRule } from '#compiler/4-emit/emit-candidate-rules.ts';
import { compile } from '#compiler/compile.ts';
import type { RuleFiles } from '#compiler/rule-files.ts';
import { regexCount } from '../../output/program-summary.ts';
import { type Exit, printDiagnostics, usageError } from '../../output/report.ts';
import { selectProfiles } from '../../project/select-profiles.ts';

export type StatsOptions = { readonly profile?: string; readonly entry: readonly string[] };

export function runStats(options: StatsOptions, files: RuleFiles): Exit {
  const selected = selectProfiles(options, files);
  if (selected.kind === 'Error') return usageError(selected.message);
  for (const profile of selected.profiles) {
    const { program, diagnostics } = compile(profile, files);
    if (program === undefined) {
      printDiagnostics(diagnostics);
      return 1;
    }
    console.log(statsText(program));
  }
  return 0;
}

/** Returns one line for each fact, counts in descending order. */
export function statsText(program: Program): string {
  const { profile, rules, sources } = program.manifest;
  const remaining = rulesOf(program);
  const tests = remaining.flatMap(({ links }) => links.flatMap(({ test }) => test ?? []));
  const facts: readonly (readonly [string, string | number])[] = [
    ['files', sources.length],
    ['rules read', rules.read],
    ['rules remaining', rules.active],
    ['dropped', tally(program.folded.map(({ why }) => why))],
    ['rules by phase', tally(remaining.map(({ info }) => `phase ${info.phase}`))],
    ['operators', tally(tests.map(({ operator }) => `@${operator.name}`))],
    ['distinct expressions', regexCount(program)],
    ['rules with a prefilter', remaining.filter((rule) => clauseOfRule(rule) !== undefined).length],
    [
      'rules that a ctl can disable',
      remaining.filter(({ condition }) => condition.removedBy.length > 0).length,
    ],
  ];
  return [profile, ...facts.map(([name, value]) => `  ${name}: ${value}`)].join('\n');
}

function tally(words: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const sorted = [...counts].toSorted(([a, left], [b, right]) => right - left || (a < b ? -1 : 1));
  return sorted.map(([word, count]) => `${count} ${word}`).join(', ') || 'none';
}
