/** One rule: as written, and what each profile makes of it. */
import type * as ast from '../1-parse/ast.ts';
import { resolveSelection } from '../2-resolve/resolve-control.ts';
import type { Rule as ResolvedRule } from '../2-resolve/ruleset.ts';
import { selects } from '../2-resolve/selects.ts';
import { lower } from '../3-specialize/lower.ts';
import type { Program, Rule } from '../3-specialize/program.ts';
import { rulesOf } from '../3-specialize/tx-reads.ts';
import { emitRule } from '../4-emit/emit-rule.ts';
import { createShared } from '../4-emit/module.ts';
import { type Compilation, compile, type Profile } from '../compile.ts';
import { Diagnostics } from '../diagnostics.ts';
import type { RuleFiles } from '../files.ts';
import { rulesOfSet } from '../lint/places.ts';
import { readRules } from '../read-rules.ts';
import { positionOf, type Span } from '../source.ts';
import { explainLink } from './explain-link.ts';

/** What is asked for: a rule by its id, or the one at a line of a file. */
export type RuleQuery =
  | { readonly kind: 'Id'; readonly id: number }
  | { readonly kind: 'Line'; readonly file: string; readonly line: number };

/** The report; undefined: no profile has such a rule. */
export function explainRule(
  query: RuleQuery,
  profiles: readonly Profile[],
  files: RuleFiles,
): string | undefined {
  const parts: string[] = [];
  const shown = new Set<string>();
  for (const profile of profiles) {
    const compilation = compile(profile, files);
    const rule =
      compilation.ruleSet && rulesOfSet(compilation.ruleSet).find((each) => isAsked(each, query));
    if (rule === undefined) continue;
    const source = sourceOf(rule);
    if (!shown.has(source)) parts.push(source);
    shown.add(source);
    parts.push(explainInProfile(rule, profile, compilation, files));
  }
  return parts.length === 0 ? undefined : `${parts.join('\n\n')}\n`;
}

function isAsked(rule: ResolvedRule, query: RuleQuery): boolean {
  if (query.kind === 'Id') return rule.id === query.id;
  return rule.links.some(({ span }) => {
    const last = positionOf({ ...span, start: span.end }).line;
    const isInside = query.line >= positionOf(span).line && query.line <= last;
    return span.source.path === query.file && isInside;
  });
}

function sourceOf({ id, links }: ResolvedRule): string {
  const [{ span }] = links;
  const text = links.map(({ span: each }) => each.source.text.slice(each.start, each.end));
  return [`Rule ${id}, ${placeText(span)}`, '', ...text].join('\n');
}

function placeText(span: Span): string {
  return `${span.source.path}:${positionOf(span).line}`;
}

function explainInProfile(
  rule: ResolvedRule,
  profile: Profile,
  { ruleSet, program }: Compilation,
  files: RuleFiles,
): string {
  if (ruleSet === undefined || program === undefined) return `${profile.name}: has errors`;
  const plain = lower(ruleSet, program.manifest);
  const kept = rulesOf(program).find(({ info }) => info.id === rule.id);
  const reaching = [...controlsOn(rule.id, plain), ...updatesOn(rule, profile, files)];
  const head = `In profile ${profile.name}, phase ${rule.phase}:`;
  const exclusions = reaching.map((text) => `  exclusion: ${text}`);
  if (kept === undefined) {
    const why = program.folded.findLast(({ id }) => id === rule.id)?.why ?? 'not needed';
    return [head, `  dropped: ${why}`, ...exclusions].join('\n');
  }
  return [
    head,
    ...kept.links.flatMap((link, index) => explainLink(link, index, program.questions)),
    ...exclusions,
    '  compiled:',
    ...codeOf(kept, program)
      .split('\n')
      .map((line) => `    ${line}`),
  ].join('\n');
}

function codeOf(rule: Rule, { matching, sharing }: Program): string {
  return emitRule(rule, { shared: createShared(matching), sharing }).text;
}

/** Every ctl of the program that can switch the rule, or one of its targets, off. */
function controlsOn(id: number, plain: Program): readonly string[] {
  const rules = rulesOf(plain);
  const slot = rules.find(({ info }) => info.id === id)?.slot ?? -1;
  return rules.flatMap(({ info, links }) =>
    links.flatMap((link) =>
      link.effects.flatMap((effect) => {
        if (effect.kind !== 'RemoveRules' && effect.kind !== 'RemoveTarget') return [];
        if (!effect.slots.some(([from, to]) => slot >= from && slot <= to)) return [];
        const what = effect.kind === 'RemoveRules' ? 'the rule' : effect.variable.name;
        return [`rule ${info.id} removes ${what} when it matches (${info.file}:${info.line})`];
      }),
    ),
  );
}

/** Every SecRuleUpdate that has changed the rule; those targets are already the ones shown. */
function updatesOn(rule: ResolvedRule, { entries }: Profile, files: RuleFiles): readonly string[] {
  const { directives } = readRules(entries, files, new Diagnostics());
  return directives.flatMap((directive) => {
    const selection = selectionOf(directive);
    if (selection === undefined || !selects(selection, rule)) return [];
    return [`${directive.kind} at ${placeText(directive.span)}`];
  });
}

function selectionOf(directive: ast.Directive): ReturnType<typeof resolveSelection> {
  switch (directive.kind) {
    case 'SecRuleUpdateTarget':
      return resolveSelection(directive.by, directive.values, new Diagnostics());
    case 'SecRuleUpdateAction':
      return resolveSelection('Id', directive.values, new Diagnostics());
    default:
      return undefined;
  }
}
