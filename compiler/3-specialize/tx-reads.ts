/** Finds out which TX variables the program or a host may read. */
import { lowerAscii } from '#engine/bytes/byte-string.ts';
import { argumentMacro, effectMacros } from '../2-resolve/macro-text.ts';
import type { Macro, MacroText, Selector } from '../2-resolve/ruleset.ts';
import { memoizeByObject } from '../memoize.ts';
import { matchesPattern } from './match-pattern.ts';
import type { Link, Program, Rule } from './program.ts';

export type PatternSelector = Extract<Selector, { kind: 'Pattern' }>;

export type TxReads = {
  readonly names: ReadonlySet<string>;
  /** Selectors such as TX:/^paramcounter_/. */
  readonly patterns: readonly PatternSelector[];
  readonly all: boolean;
};

/** Hosts report anomaly scores, but not the constants that a rule of each severity adds. */
const HOST_READS = /^(?!(?:critical|error|warning|notice)_anomaly_score$).*_score(?:_pl\d)?$/;

/** In all names that hosts read. */
export const HOST_LITERAL = '_score';

/** Returns true when a rule or host may read the variable with this (possibly dynamic) name. */
export function isRead(name: readonly MacroText[], reads: TxReads): boolean {
  if (reads.all) return true;
  const [first, ...others] = name;
  if (first?.kind !== 'Literal' || others.length > 0) return true;
  const key = lowerAscii(first.text);
  if (reads.names.has(key) || HOST_READS.test(key)) return true;
  return reads.patterns.some(({ code }) => matchesPattern(code, key));
}

/** Returns what the rules read of TX in targets, arguments, effects and texts. */
export function collectReads(rules: Iterable<Rule>): TxReads {
  const names = new Set<string>();
  const patterns: PatternSelector[] = [];
  let all = false;
  const readMacro = (macro: Macro | undefined): void => {
    for (const part of macro ?? []) {
      if (part.kind !== 'Variable' || part.variable.name !== 'TX') continue;
      if (part.key === undefined) all = true;
      else names.add(lowerAscii(part.key));
    }
  };
  const readSelector = (selector: Selector): void => {
    if (selector.kind === 'Key') names.add(lowerAscii(selector.key));
    else if (selector.kind !== 'Pattern') all = true;
    else patterns.push(selector);
  };
  for (const rule of rules) {
    for (const macro of ruleMacros(rule)) readMacro(macro);
    for (const target of rule.links.flatMap((link) => link.test?.targets ?? [])) {
      if (target.variable.name === 'TX') readSelector(target.selector);
    }
  }
  return { names, patterns, all };
}

/** Returns what all rules of a program read of TX. */
export const readsOfProgram = memoizeByObject((program: Program) => collectReads(rulesOf(program)));

export function rulesOf(program: Program): readonly Rule[] {
  return program.phases.flatMap((phase) => phase.steps).filter((step) => step.kind === 'Rule');
}

/** Returns all macros of a rule that are expanded at run time. */
export function ruleMacros(rule: Rule): readonly (Macro | undefined)[] {
  const location = rule.disruptive?.kind === 'redirect' ? rule.disruptive.location : undefined;
  const { message, logdata, texts } = rule;
  const own = [message, logdata, texts?.message, texts?.logdata, location];
  return [...own, ...rule.links.flatMap(linkMacros)];
}

function linkMacros(link: Link): readonly (Macro | undefined)[] {
  const argument = argumentMacro(link.test?.argument);
  // `x=+1` reads x only for itself: an addition that no rule reads is as dead as an assignment.
  const ofEffects = link.effects.flatMap((effect) =>
    effect.kind === 'RemoveRules' || effect.kind === 'RemoveTarget' ? [] : effectMacros(effect),
  );
  return [link.message, link.logdata, argument, ...ofEffects];
}
