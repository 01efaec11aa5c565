/** Finds all reads and assignments of TX variables. */
import { lowerAscii } from '#engine/bytes/byte-string.ts';
import { argumentMacro, effectMacros } from '../2-resolve/macro-text.ts';
import type { Link, Macro, Rule, RuleSet } from '../2-resolve/ruleset.ts';
import { memoizeByObject } from '../memoize.ts';
import type { Span } from '../source.ts';
import { rulesOfSet } from './locations.ts';

export type TxAccess = {
  /** In lower case. */
  readonly name: string;
  readonly span: Span;
  readonly rule: Rule;
  /** The links of the chain whose captures the access may see. A target is read before its own link captures. */
  readonly capturing: readonly Link[];
};

export type TxAccesses = {
  readonly reads: readonly TxAccess[];
  readonly sets: readonly (TxAccess & { readonly macro: Macro })[];
  /** Names that some rule counts (&TX:name): these are settings, which sites may leave unset. */
  readonly counted: ReadonlySet<string>;
};

/** Returns all accesses. Assignments whose name is known only at run time are among `sets`, with their macro. */
export const txAccesses = memoizeByObject((ruleSet: RuleSet): TxAccesses => {
  const rules = rulesOfSet(ruleSet).map(accessesOf);
  return {
    reads: rules.flatMap(({ reads }) => reads),
    sets: rules.flatMap(({ sets }) => sets),
    counted: new Set(rules.flatMap(({ counted }) => counted)),
  };
});

const accessesOf = memoizeByObject((rule: Rule) => ({
  reads: readsOf(rule),
  sets: rule.links.flatMap((link) => setsOf(link, rule)),
  counted: rule.links.flatMap(countedBy),
}));

function readsOf(rule: Rule): readonly TxAccess[] {
  const { message, logdata } = rule.metadata;
  const location = rule.disruptive?.kind === 'redirect' ? rule.disruptive.location : undefined;
  return [
    ...[message, logdata, location].flatMap((macro) => macroReads(macro, rule)),
    ...rule.links.flatMap((link) => linkReads(link, rule)),
  ];
}

function linkReads(link: Link, rule: Rule): readonly TxAccess[] {
  const macros = [link.message, link.logdata, ...linkMacros(link)];
  return [
    ...txTargets(link, 'values').map((target) => ({
      ...target,
      rule,
      capturing: rule.links.slice(0, rule.links.indexOf(link)),
    })),
    ...macros.flatMap((macro) => macroReads(macro, rule)),
  ];
}

function linkMacros({ test, effects }: Link): readonly Macro[] {
  return [argumentMacro(test?.argument), ...effects.flatMap(effectMacros)];
}

function macroReads(macro: Macro | undefined, rule: Rule): readonly TxAccess[] {
  return (macro ?? []).flatMap((part) => {
    if (part.kind !== 'Variable' || part.variable.name !== 'TX') return [];
    if (part.key === undefined) return [];
    const { key, span } = part;
    return [{ name: lowerAscii(key), span, rule, capturing: rule.links }];
  });
}

/** Returns targets such as TX:name, with names in lower case. */
function txTargets(
  { test }: Link,
  mode: 'values' | 'count',
): readonly Pick<TxAccess, 'name' | 'span'>[] {
  return (test?.targets ?? []).flatMap(({ variable, selector, mode: selected, span }) =>
    variable.name === 'TX' && selector.kind === 'Key' && selected === mode
      ? [{ name: lowerAscii(selector.key), span }]
      : [],
  );
}

function countedBy(link: Link): readonly string[] {
  return txTargets(link, 'count').map(({ name }) => name);
}

function setsOf(link: Link, rule: Rule): TxAccesses['sets'] {
  return link.effects.flatMap((effect) => {
    if (effect.kind !== 'SetVariable' || effect.collection !== 'TX') return [];
    if (effect.operation === 'unset') return [];
    const [first] = effect.name;
    const name = first?.kind === 'Literal' ? lowerAscii(first.text) : '';
    return [{ name, span: effect.span, rule, capturing: rule.links, macro: effect.name }];
  });
}

/** Returns whether an assignment to this macro may set the variable `name`. */
export function maySet(macro: Macro, name: string): boolean {
  const [first] = macro;
  const last = macro.at(-1);
  const head = first?.kind === 'Literal' ? lowerAscii(first.text) : '';
  if (macro.length < 2 && first?.kind === 'Literal') return head === name;
  const tail = last?.kind === 'Literal' ? lowerAscii(last.text) : '';
  return name.startsWith(head) && name.endsWith(tail);
}
