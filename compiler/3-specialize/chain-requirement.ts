/**
 * Derives what a request must contain for a chain that collects values in TX and tests those in its second link:
 *
 *     SecRule REQUEST_HEADERS_NAMES "@rx ^.*$" "capture,setvar:tx.name_%{tx.0}=/%{tx.0}/,chain"
 *     SecRule TX:/^name_/ "@within /expect/ /proxy/"
 *
 * When no value of the first link contains `expect` or `proxy`, the chain does not match; when no other rule reads the
 * variables that it sets either, it leaves behind only TX.0, the last of the values.
 */
import { lowerAscii } from '#engine/bytes/byte-string.ts';
import type { Regex } from '#engine/regex/compile/ast.ts';
import { sizeOf } from '#engine/regex/compile/byte-set.ts';
import { literalText } from '../2-resolve/macro-text.ts';
import type { Macro } from '../2-resolve/ruleset.ts';
import { compileFolded } from '../regex/compile-memoized.ts';
import { findRequirement } from '../regex/find-requirement.ts';
import { anyOf, meets, type Requirement, requirementOf } from '../regex/requirement.ts';
import type { Effect, Link, Program, Rule } from './program.ts';
import { readsMatchBefore } from './reads-match.ts';
import { HOST_LITERAL, type PatternSelector, readsOfProgram, rulesOf } from './tx-reads.ts';

/**
 * Returns what some value of the first link contains whenever the rule does more than set TX.0 to the last value;
 * undefined when not known.
 */
export function chainRequirement(rule: Rule, program: Program): Requirement | undefined {
  const [head, second] = rule.links;
  if (head === undefined || second === undefined) return undefined;
  const [collection, pattern] = [collectionOf(head), testedPattern(second)];
  if (collection === undefined || pattern === undefined) return undefined;
  if (isWrittenElsewhere(pattern, collection, program)) return undefined;
  if (readsMatchBefore(program)) return undefined;
  const toMatch = requiredToMatch(second, collection);
  const toBeRead = requiredToBeRead(collection.prefix, pattern, program);
  return toMatch && toBeRead && anyOf([toMatch, toBeRead]);
}

/** The TX variables that the first link sets, one for each match. */
type Collection = {
  readonly effect: Effect;
  /** Start of their names, in lower case; the matched text follows. */
  readonly prefix: string;
  /** What their values have before and after the matched text. */
  readonly before: string;
  readonly after: string;
};

function collectionOf({ test, effects }: Link): Collection | undefined {
  const [effect, ...others] = effects;
  if (test?.operator.engine !== 'rx' || test.negated || test.multiMatch || !test.capture) {
    return undefined;
  }
  if (test.argument.kind !== 'Regex' || !capturesAll(test.argument.regex)) return undefined;
  if (effect?.kind !== 'SetVariable' || others.length > 0) return undefined;
  if (effect.collection !== 'TX' || effect.operation !== 'set') return undefined;
  const [name, value] = [aroundMatch(effect.name), aroundMatch(effect.value)];
  if (name === undefined || name.after !== '' || value === undefined) return undefined;
  return { effect, prefix: lowerAscii(name.before), ...value };
}

/** Returns whether each value matches, as a whole and without further captures. */
function capturesAll({ root }: Regex): boolean {
  const items = root.kind === 'Sequence' ? root.items : [root];
  const start = items[0]?.kind === 'Anchor' && items[0].position === 'TextStart' ? 1 : 0;
  const last = items.at(-1);
  const end = last?.kind === 'Anchor' && last.position === 'TextEnd' ? items.length - 1 : undefined;
  const [repeat, ...others] = items.slice(start, end);
  if (repeat?.kind !== 'Repeat' || others.length > 0 || repeat.item.kind !== 'Bytes') return false;
  const { min, max, greedy, item } = repeat;
  return min === 0 && max === undefined && greedy && sizeOf(item.set) === 256;
}

/** Returns the texts around %{TX.0}; undefined when the macro has no variable, or another one. */
function aroundMatch(
  macro: Macro,
): { readonly before: string; readonly after: string } | undefined {
  const index = macro.findIndex(({ kind }) => kind === 'Variable');
  const part = macro[index];
  if (part?.kind !== 'Variable' || part.variable.name !== 'TX' || part.key !== '0')
    return undefined;
  const before = literalText(macro.slice(0, index));
  const after = literalText(macro.slice(index + 1));
  return before === undefined || after === undefined ? undefined : { before, after };
}

/** Returns the selector of a link whose only target is TX:/^prefix/. */
function testedPattern({ test }: Link): PatternSelector | undefined {
  const [target, ...others] = test?.targets ?? [];
  if (target?.variable.name !== 'TX' || target.mode !== 'values' || others.length > 0) {
    return undefined;
  }
  const { selector } = target;
  return selector.kind === 'Pattern' && START.test(selector.source) ? selector : undefined;
}

/** An expression that selects exactly the names that begin with a text. */
const START = /^\^[\w-]+$/;

/** Returns whether another effect may set, or change, a variable that the pattern selects. */
function isWrittenElsewhere(
  { source }: PatternSelector,
  { effect }: Collection,
  program: Program,
): boolean {
  const start = lowerAscii(source.slice(1));
  const effects = rulesOf(program).flatMap(({ links }) => links.flatMap((link) => link.effects));
  return effects.some((other) => {
    if (other === effect || !('collection' in other) || other.collection !== 'TX') return false;
    if (!('name' in other)) return false;
    const [first] = other.name;
    const known = first?.kind === 'Literal' ? lowerAscii(first.text) : '';
    const isWhole = literalText(other.name) !== undefined;
    return known.startsWith(start) || (!isWhole && start.startsWith(known));
  });
}

/** Returns what the matched text contains when the second link matches; undefined when not known. */
function requiredToMatch({ test }: Link, { before, after }: Collection): Requirement | undefined {
  if (test === undefined || test.negated || test.operator.engine !== 'within') return undefined;
  if (test.transformations.length > 0 || test.argument.kind !== 'Text') return undefined;
  const text = literalText(test.argument.text);
  if (text === undefined) return undefined;
  const matched = new Set<string>();
  for (let index = 0; index <= text.length; index += 1) {
    if (!text.startsWith(before, index)) continue;
    const start = index + before.length;
    const end = text.indexOf(after, start);
    // A longer text up to a later `after` contains this one.
    if (end !== -1) matched.add(lowerAscii(text.slice(start, end)));
  }
  return requirementOf([...matched]);
}

/** Returns what the matched text contains when another link or a host reads the variable; undefined when not known. */
function requiredToBeRead(
  prefix: string,
  own: PatternSelector,
  program: Program,
): Requirement | undefined {
  const { names, patterns, all } = readsOfProgram(program);
  if (all || [...names].some((name) => name.startsWith(prefix))) return undefined;
  const others = patterns.filter((pattern) => pattern !== own);
  const required = others.map(({ source }) => requiredBy(source));
  const after = [requirementOf([HOST_LITERAL]), ...required].map(
    (each) => each && requiredAfter(prefix, each),
  );
  return after.every((each) => each !== undefined) ? anyOf(after) : undefined;
}

function requiredBy(source: string): Requirement | undefined {
  const compiled = compileFolded(source);
  return compiled.kind === 'Error' ? undefined : findRequirement(compiled.regex);
}

/** Returns what a text contains when `prefix` and the text together meet the requirement; undefined: any text may. */
function requiredAfter(prefix: string, required: Requirement): Requirement | undefined {
  if (meets(prefix, required)) return undefined;
  const ends = required.literals.flatMap((literal) =>
    Array.from(literal, (_, length) => length)
      .filter((length) => prefix.endsWith(literal.slice(0, length)))
      .map((length) => literal.slice(length)),
  );
  return requirementOf(ends, { literals: [], bytes: required.bytes });
}
