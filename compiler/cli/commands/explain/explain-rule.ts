/** Explains one rule as written, and as compiled in each profile. */
import type { DataFiles } from '#compiler/2-resolve/data-files.ts';
import { resolve } from '#compiler/2-resolve/resolve.ts';
import type { Rule, RuleSet } from '#compiler/2-resolve/ruleset.ts';
import { lower } from '#compiler/3-specialize/lower.ts';
import type { Program, Rule as ProgramRule } from '#compiler/3-specialize/program.ts';
import { specialize } from '#compiler/3-specialize/specialize.ts';
import { rulesOf } from '#compiler/3-specialize/tx-reads.ts';
import { createShared } from '#compiler/4-emit/constant-pool.ts';
import { emitRule } from '#compiler/4-emit/emit-rule.ts';
import { silent } from '#compiler/4-emit/emit-trace.ts';
import { analyze, type Compilation, compile, manifestOf, type Profile } from '#compiler/compile.ts';
import { Diagnostics } from '#compiler/diagnostics.ts';
import { rulesOfSet } from '#compiler/lint/locations.ts';
import { type RuleSources, readRules } from '#compiler/read-rules.ts';
import { besideFile, type RuleFiles } from '#compiler/rule-files.ts';
import { positionOf } from '#compiler/source.ts';
import { dispositionInWords, type RuleIds } from '../../output/effect-in-words.ts';
import { explainLink, wordsOfClause } from './explain-link.ts';
import type { Explanation, Fate, InProfile } from './explanation.ts';
import { controlsOn, directivesOn } from './find-exclusions.ts';

/** Selects the rule by its id or by a line of a file. */
export type RuleQuery =
  | { readonly kind: 'Id'; readonly id: number }
  | { readonly kind: 'Line'; readonly file: string; readonly line: number };

/** A profile with the results of compiling it. */
export type CompiledProfile = {
  readonly profile: Profile;
  readonly sources: RuleSources;
  readonly compilation: Compilation;
};

export function compileProfile(profile: Profile, files: RuleFiles): CompiledProfile {
  return {
    profile,
    sources: readRules(profile.entries, files, new Diagnostics()),
    compilation: compile(profile, files),
  };
}

/** Compiles the valid part of a program with errors: rules with errors are left out. */
export function compileRecovered(profile: Profile, files: RuleFiles): CompiledProfile {
  const analysis = analyze(profile, files);
  const { recovered } = analysis;
  const program = specialize(recovered, manifestOf(profile, analysis));
  const sources = readRules(profile.entries, files, new Diagnostics());
  return { profile, sources, compilation: { ...analysis, ruleSet: recovered, program } };
}

/** Returns one explanation for each text of the id; [] when no valid profile has such a rule. */
export function explainRule(
  query: RuleQuery,
  profiles: readonly CompiledProfile[],
  files: RuleFiles,
): readonly Explanation[] {
  const explanations: Explanation[] = [];
  for (const compiled of profiles) {
    const rule = findRule(query, compiled, files);
    if (rule === undefined) continue;
    const inProfile = explainInProfile(rule, compiled);
    const fresh = asWritten(rule);
    const same = explanations.findIndex(
      ({ file, line, source }) =>
        file === fresh.file && line === fresh.line && source === fresh.source,
    );
    const known = explanations[same] ?? fresh;
    const grown = { ...known, profiles: [...known.profiles, inProfile] };
    explanations.splice(same === -1 ? explanations.length : same, 1, grown);
  }
  return explanations;
}

/** Finds the rule in the program, or as it was before a SecRuleRemove. */
function findRule(
  query: RuleQuery,
  { compilation, sources }: CompiledProfile,
  files: RuleFiles,
): Rule | undefined {
  const { ruleSet } = compilation;
  if (ruleSet === undefined) return undefined;
  const selected = (set: RuleSet) => rulesOfSet(set).find((rule) => isSelected(rule, query));
  return selected(ruleSet) ?? selected(withoutRemovals(sources, files));
}

function withoutRemovals({ directives }: RuleSources, files: RuleFiles): RuleSet {
  const remaining = directives.filter(({ kind }) => kind !== 'SecRuleRemove');
  const readData: DataFiles = (name, from) => {
    const path = besideFile(from, name);
    const text = files.read(path);
    return text === undefined ? { kind: 'Unread', why: undefined } : { path, text };
  };
  return resolve(remaining, readData, new Diagnostics());
}

function isSelected(rule: Rule, query: RuleQuery): boolean {
  if (query.kind === 'Id') return rule.id === query.id;
  return rule.links.some(({ span }) => {
    const last = positionOf({ ...span, start: span.end }).line;
    const isInside = query.line >= positionOf(span).line && query.line <= last;
    return span.source.path === query.file && isInside;
  });
}

function asWritten({ id, links }: Rule): Explanation {
  const [{ span }] = links;
  const source = links.map(({ span: each }) => each.source.text.slice(each.start, each.end));
  const { line } = positionOf(span);
  return { id, file: span.source.path, line, source: source.join('\n'), profiles: [] };
}

function explainInProfile(
  rule: Rule,
  { profile, sources, compilation: { ruleSet, program } }: CompiledProfile,
): InProfile {
  const plain = ruleSet && program ? lower(ruleSet, program.manifest) : undefined;
  const controls = plain === undefined ? [] : controlsOn(rule.id, plain);
  const rules = plain === undefined ? [] : rulesOf(plain);
  const ids = new Map(rules.map(({ ruleIndex, info }) => [ruleIndex, info.id]));
  return {
    profile: profile.name,
    phase: rule.phase,
    fate: fateOf(rule, ruleSet, program, ids),
    exclusions: [...directivesOn(rule, sources.directives), ...controls],
  };
}

function fateOf(
  rule: Rule,
  ruleSet: RuleSet | undefined,
  program: Program | undefined,
  ids: RuleIds,
): Fate {
  if (ruleSet === undefined || program === undefined || !rulesOfSet(ruleSet).includes(rule)) {
    return { kind: 'Removed' };
  }
  const remaining = rulesOf(program).find(({ info }) => info.id === rule.id);
  if (remaining === undefined) {
    const why = program.folded.findLast(({ id }) => id === rule.id)?.why ?? 'not needed';
    return { kind: 'Dropped', why };
  }
  const { clauses } = program;
  const links = remaining.links.map((link) => explainLink(link, clauses, ids));
  const prefilter = wordsOfClause(clauses, remaining.clause);
  const [outcome, code] = [outcomeOf(remaining), codeOf(remaining, program)];
  return { kind: 'Kept', links, prefilter, outcome, code };
}

function outcomeOf({ disruptive, skipTo, info }: ProgramRule): readonly string[] {
  const logs = [...(info.log ? ['error log'] : []), ...(info.audit ? ['audit log'] : [])];
  return [
    ...(disruptive === undefined ? [] : [dispositionInWords(disruptive)]),
    ...(skipTo === undefined ? [] : [`skips to marker ${skipTo}`]),
    logs.length === 0 ? 'logs nothing' : `writes to the ${logs.join(' and the ')}`,
  ];
}

function codeOf(rule: ProgramRule, program: Program): string {
  const { sharing } = program;
  return emitRule(rule, { shared: createShared(program), sharing, hooks: silent }).text;
}
