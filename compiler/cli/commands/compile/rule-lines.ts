/** Prints one rule of a Program as lines of text. */
import { literalText, macroSource } from '#compiler/2-resolve/macro-text.ts';
import type { Macro } from '#compiler/2-resolve/ruleset.ts';
import { needText, wordsOf } from '#compiler/3-specialize/derive-prefilters.ts';
import type {
  Effect,
  Link,
  PrefilterClause,
  Program,
  Rule,
  RuleCondition,
  Test,
} from '#compiler/3-specialize/program.ts';
import { collectReads } from '#compiler/3-specialize/tx-reads.ts';
import { argumentText } from '#compiler/4-emit/argument-text.ts';
import { targetSource } from '#compiler/4-emit/target-source.ts';
import { lowerAscii } from '#engine/bytes/byte-string.ts';
import type { RuleRange } from '#engine/transaction/rule-index-set.ts';
import { actionText, effectText } from '../../output/effect-text.ts';

/** Rule index -> rule id. */
type Ids = ReadonlyMap<number, number>;

export function ruleLines(rule: Rule, program: Program, ids: Ids): readonly string[] {
  const { info, links, message, logdata, texts, disruptive, skipTo, condition } = rule;
  const clause = rule.clause === undefined ? undefined : program.clauses[rule.clause];
  return [
    `rule ${info.id}, phase ${info.phase}, ${info.file}:${info.line}`,
    ...links.flatMap((link, index) => [
      index === 0 ? '  head' : `  chained ${index}`,
      ...linkLines(link, program, ids).map((line) => `    ${line}`),
    ]),
    ...[
      ...(clause === undefined ? [] : [`chain prefilter: ${quotedWords(clause)}`]),
      ...macroLines('msg', message),
      ...macroLines('logdata', logdata),
      ...macroLines('RULE:msg', texts?.message),
      ...macroLines('RULE:logdata', texts?.logdata),
      ...(disruptive === undefined ? [] : [`action: ${actionText(disruptive)}`]),
      ...(skipTo === undefined ? [] : [`skip to: ${skipTo}`]),
      `log: ${info.log ? 'log' : 'nolog'}, ${info.audit ? 'auditlog' : 'noauditlog'}`,
      ...(info.severity === undefined ? [] : [`severity: ${info.severity}`]),
      ...registersOf(rule, program).map((name) => `register: tx.${name}`),
      ...conditionLines(condition, program, ids),
    ].map((line) => `  ${line}`),
  ];
}

function linkLines(
  { test, effects, message, logdata }: Link,
  program: Program,
  ids: Ids,
): readonly string[] {
  return [
    ...(test === undefined ? ['always matches'] : testLines(test, program)),
    ...effects.map((effect) => `effect: ${textOfEffect(effect, ids)}`),
    ...macroLines('msg', message),
    ...macroLines('logdata', logdata),
  ];
}

function testLines(test: Test, { clauses }: Program): readonly string[] {
  const { targets, transformations, operator, negated, multiMatch, capture, needs } = test;
  const clause = test.clause === undefined ? undefined : clauses[test.clause];
  return [
    `targets: ${targetSource(targets)}`,
    `transformations: ${transformations.map((name) => `t:${name}`).join(', ') || 'none'}`,
    `operator: ${negated ? '!' : ''}@${operator.name} ${argumentText(test)}`.replace(/ $/, ''),
    ...(multiMatch ? ['multiMatch'] : []),
    ...(capture ? ['capture'] : []),
    ...(clause === undefined ? [] : [`prefilter: ${quotedWords(clause)}`]),
    ...needs.map((byteClasses) => `needs a byte of: ${needText(byteClasses)}`),
  ];
}

function quotedWords(clause: PrefilterClause): string {
  return wordsOf(clause)
    .map((word) => JSON.stringify(word))
    .join(', ');
}

function textOfEffect(effect: Effect, ids: Ids): string {
  switch (effect.kind) {
    case 'RemoveRules':
      return `ctl:ruleRemove ${rangesText(effect.rules, ids)}`;
    case 'RemoveTarget': {
      const { rules, variable, selector } = effect;
      const target = targetSource([{ mode: 'values', variable, selector, except: [] }]);
      return `ctl:ruleRemoveTarget ${rangesText(rules, ids)};${target}`;
    }
    default:
      return effectText(effect);
  }
}

/** Returns the first and last rule of each range, in load order. */
function rangesText(ranges: readonly RuleRange[], ids: Ids): string {
  const idAt = (ruleIndex: number): string => String(ids.get(ruleIndex) ?? '?');
  const shown = ranges.map(([from, to]) => (from === to ? [from] : [from, to]));
  return shown.map((ends) => ends.map(idAt).join('..')).join(' ') || 'no rule';
}

/** Returns the TX variables of the rule that are in registers. */
function registersOf(rule: Rule, { txRegisters }: Program): readonly string[] {
  const written = rule.links
    .flatMap(({ effects }) => effects)
    .flatMap((effect) =>
      effect.kind === 'SetVariable' && effect.collection === 'TX' ? [effect.name] : [],
    )
    .map((name) => lowerAscii(literalText(name) ?? ''));
  const named = new Set([...written, ...collectReads([rule]).names]);
  return txRegisters.filter((name) => named.has(name));
}

function conditionLines(
  condition: RuleCondition,
  { removals }: Program,
  ids: Ids,
): readonly string[] {
  const { removable, excludable, removedBy } = condition;
  const by = removedBy.map((index) => `ctl:ruleRemove ${rangesText(removals[index] ?? [], ids)}`);
  return [
    ...(removable ? [`removable: by ${by.join(', ') || 'any ctl'}`] : []),
    ...(excludable ? ['excludable: a ctl may exclude targets'] : []),
  ];
}

function macroLines(name: string, macro: Macro | undefined): readonly string[] {
  return macro === undefined ? [] : [`${name}: ${macroSource(macro)}`];
}
