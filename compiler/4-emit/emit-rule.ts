/** Emits one function for each rule, and one for each link of a chain. */
import { positionOf } from '#engine/bytes/bit-words.ts';
import type { Disruptive } from '../2-resolve/ruleset.ts';
import type { Link, Rule, RuleTexts, Test } from '../3-specialize/program.ts';
import { type Code, comment, identifier, joined, lines, ts } from './code.ts';
import type { Shared } from './constant-pool.ts';
import { isFiltered } from './emit-candidate-rules.ts';
import { emitDescribe, emitDescribeChain } from './emit-describe.ts';
import { emitEffect } from './emit-effects.ts';
import { emitMask } from './emit-mask.ts';
import { emitOperator } from './emit-operator.ts';
import { emitRegisterTest } from './emit-register-test.ts';
import { emitSearched } from './emit-search.ts';
import { emitEntryLoop } from './emit-selected.ts';
import { emitSkip, takesCandidate } from './emit-skip.ts';
import { act, engine, engineType } from './engine-names.ts';
import { prefilter, ruleInfo } from './own-names.ts';
import type { RuleContext } from './rule-context.ts';

/** Emits `function rule942100(tx): boolean`, which returns true when all links match. */
export function emitRule(rule: Rule, context: RuleContext): Code {
  const { info, links } = rule;
  const isChain = links.length > 1;
  const own = identifier('rule', info.id);
  const [head] = links;
  if (head === undefined) throw new Error(`Compiler bug: rule ${info.id} has no link`);
  const linkNames = links.map((_, index) => identifier('link', `${info.id}_${index}`));
  const body = isChain
    ? linkNames.map((link) => ts`if (!${link}(tx)) return false;`)
    : [...emitLinkBody(0, rule, context), ...emitMiss(head)];
  const main = [
    comment(`${info.file}:${info.line}`),
    ts`function ${own}(tx: ${engineType('Tx')}${takesCandidate(rule, context) ? ts`, isCandidate: boolean` : ts``}): boolean {`,
    lines([
      ...emitStart(rule, head, context),
      ...body,
      ...emitEnd(rule, context),
      ts`return true;`,
    ]),
    ts`}`,
  ];
  const texts = rule.texts === undefined ? [] : [emitRuleTexts(info.id, rule.texts, context)];
  if (!isChain) return joined([joined(main, '\n'), ...texts], '\n\n');
  const functions = links.map((link, index) => {
    const result = link.test === undefined ? ts`return true;` : ts`return matched;`;
    const precondition = index === 0 ? undefined : emitRegisterPrecondition(link, rule, context);
    const stop = precondition === undefined ? [] : [ts`if (!(${precondition})) return false;`];
    const code = lines([...stop, ...emitLinkBody(index, rule, context), result]);
    return ts`function ${linkNames[index]}(tx: ${engineType('Tx')}): boolean {\n${code}\n}`;
  });
  return joined([joined(main, '\n'), ...functions, ...texts], '\n\n');
}

/** Emits `const texts1`: a function that expands msg and logdata when a target of the rule reads them. */
function emitRuleTexts(id: number, { message, logdata }: RuleTexts, { shared }: RuleContext): Code {
  const fields = [
    ...(message === undefined ? [] : [ts`msg: ${shared.macro(message)},`]),
    ...(logdata === undefined ? [] : [ts`logdata: ${shared.macro(logdata)},`]),
  ];
  const expands = [message, logdata].some((text) => text?.some(({ kind }) => kind === 'Variable'));
  const parameters = expands ? ts`tx: ${engineType('Tx')}` : ts``;
  return ts`const ${identifier('texts', id)} = (${parameters}) => ({\n${lines(fields)}\n});`;
}

function emitMiss(link: Link): readonly Code[] {
  return link.test === undefined ? [] : [ts`if (!matched) return false;`];
}

/** The cheapest checks come first, because most rules end here. */
function emitStart(rule: Rule, head: Link, context: RuleContext): readonly Code[] {
  const { ruleIndex, info, condition, texts } = rule;
  const { hooks } = context;
  return [
    ...(condition.removable ? [ts`if (tx.removed.has(${ruleIndex})) ${hooks.removed(rule)}`] : []),
    ...(head.test === undefined ? [] : emitSkip(head.test, rule, context)),
    ts`tx.begin(${ruleInfo(info.id)});`,
    ...(texts === undefined ? [] : [ts`tx.ruleTexts = ${identifier('texts', info.id)};`]),
    ...hooks.begin(rule),
  ];
}

/** Returns the condition, on registers alone, under which a link can match; undefined when they do not decide it. */
export function emitRegisterPrecondition(
  { test }: Link,
  { condition }: Rule,
  context: RuleContext,
): Code | undefined {
  const { shared, hooks } = context;
  // A trace also shows the values that do not match.
  if (test === undefined || hooks.prefiltered !== undefined) return undefined;
  return emitRegisterTest(test, condition.excludable, shared);
}

/** Returns a condition that is true when `text` lacks something that every match has. */
function emitLacks({ clause, needs }: Test): Code {
  const lacks = needs.map((mask) => ts`!${engine('hasByteClass')}(text, ${emitMask(mask)})`);
  if (clause === undefined) return joined(lacks, ' || ');
  const { word, mask } = positionOf(clause);
  const candidates = ts`${engine('clausesOf')}(tx, ${prefilter}, text)`;
  return joined([...lacks, ts`!${engine('mayMatch')}(${candidates}, ${word}, ${mask})`], ' || ');
}

function emitEnd(rule: Rule, context: RuleContext): readonly Code[] {
  const { message, logdata, links, disruptive } = rule;
  const describesAtEnd = isLogged(rule) && (links.length > 1 || links[0]?.test === undefined);
  return [
    ...(describesAtEnd ? emitDescribeChain({ message, logdata }, context.shared) : []),
    ...(disruptive === undefined ? [] : emitDisruptive(disruptive, rule.info.id, context.shared)),
    ts`tx.record();`,
    ...context.hooks.match(rule),
  ];
}

function isLogged({ info }: Rule): boolean {
  return info.log || info.audit;
}

function emitDisruptive(disruptive: Disruptive, id: number, shared: Shared): readonly Code[] {
  switch (disruptive.kind) {
    case 'pass':
      return [];
    case 'deny':
    case 'drop':
      return [ts`${act(disruptive.kind)}(tx, ${id}, ${disruptive.status});`];
    case 'redirect': {
      const location = shared.macro(disruptive.location);
      return [ts`${act('redirect')}(tx, ${id}, ${disruptive.status}, ${location});`];
    }
    case 'allow':
      return [ts`${act('allow')}(tx, ${disruptive.scope});`];
  }
}

/** Returns statements that run the effects of each match, and return false when no value matches. */
function emitLinkBody(index: number, rule: Rule, context: RuleContext): readonly Code[] {
  const { shared, hooks } = context;
  const link = rule.links[index];
  if (link === undefined) return [];
  const effects = link.effects.map((effect) => emitEffect(effect, shared));
  const { test } = link;
  if (test === undefined) return [ts`tx.matchNothing();`, ...effects];
  const capture = captureStatement(test);
  const isSingle = rule.links.length === 1;
  const message = isSingle ? rule.message : link.message;
  const logdata = isSingle ? rule.logdata : link.logdata;
  const onMatch = [
    ts`matched = true;`,
    ts`tx.match(entry, value);`,
    ...(capture === undefined ? [] : [capture]),
    ...effects,
    ...(isLogged(rule) ? emitDescribe({ message, logdata }, shared) : []),
  ];
  const capturing = capture !== undefined;
  const condition = emitOperator(test, capturing, rule.info, shared);
  const tested = { condition, negated: test.negated, capturing, link: index };
  const perValue = [emitSpend(test, rule.info, shared), ...hooks.test(tested), ...onMatch];
  return [ts`let matched = false;`, ...emitLoop(link, test, index, perValue, rule, context)];
}

/** Counts the bytes that the operator reads: the whole value, or only the windows of a long one that may match. */
function emitSpend(test: Test, info: Rule['info'], shared: Shared): Code {
  const pattern = emitSearched(test, info, shared);
  const text = textInScope(test);
  if (pattern === undefined) {
    return test.operator.sharesPrefixes && text !== undefined
      ? ts`${engine('beginRead')}(tx, ${text});`
      : ts`tx.spend(value);`;
  }
  if (text !== undefined) return ts`${engine('beginSearch')}(tx, ${pattern}, ${text});`;
  return ts`tx.spendSteps(${engine('searchSteps')}(${pattern}, value));`;
}

/** Returns the text whose value is read; undefined when only the value is in scope. */
function textInScope(test: Test): Code | undefined {
  if (isFiltered(test)) return ts`text`;
  return test.transformations.length === 0 && !test.multiMatch ? ts`entry.text` : undefined;
}

/** Returns the statement that stores the captures of the operator; undefined when no captures are stored. */
function captureStatement({ capture, negated, operator }: Test): Code | undefined {
  if (negated || operator.captures === undefined) return undefined;
  if (operator.into === 'ARGS_PATH') return ts`${act('setPathArguments')}(tx, captures);`;
  return capture ? ts`tx.capture(captures);` : undefined;
}

/** Returns the statements for each value, with `entry` and the transformed `value` in scope. */
function emitLoop(
  link: Link,
  test: Test,
  index: number,
  perValue: readonly Code[],
  rule: Rule,
  context: RuleContext,
): readonly Code[] {
  if (!isFiltered(test)) {
    return emitEntryLoop(link, test, emitValues(test, perValue, context), rule, context);
  }
  const values = [
    context.hooks.skip(emitLacks(test), index),
    ...(rule.condition.excludable
      ? [ts`if (tx.excludes(${rule.ruleIndex}, entry)) continue;`]
      : []),
    ts`const { value } = text;`,
    ...perValue,
  ];
  return [
    ts`for (const entry of ${context.shared.targets(test.targets, true)}(tx)) {`,
    lines(emitTexts(test, values, context.shared)),
    ts`}`,
  ];
}

/** Returns the statements for each `text` that the transformations produce from the entry. */
function emitTexts(
  { transformations, multiMatch }: Test,
  perText: readonly Code[],
  shared: Shared,
): readonly Code[] {
  if (transformations.length === 0) return [ts`const { text } = entry;`, ...perText];
  if (!multiMatch) {
    return [ts`const text = ${shared.transformed(transformations)}(tx, entry.text);`, ...perText];
  }
  const stages = joined(shared.stages(transformations), ', ');
  return [
    ts`for (const text of ${engine('everyTransformed')}(tx, entry.text, [${stages}])) {`,
    lines(perText),
    ts`}`,
  ];
}

/** Returns the statements for the transformed value (with multiMatch, the value after each transformation). */
function emitValues(
  { transformations, multiMatch }: Test,
  perValue: readonly Code[],
  { shared, sharing }: RuleContext,
): readonly Code[] {
  const functions = transformations.map(shared.transformation);
  if (multiMatch) {
    return [
      ts`for (const value of ${engine('everyStage')}(entry.text.value, [${joined(functions, ', ')}])) {`,
      lines(perValue),
      ts`}`,
    ];
  }
  if (transformations.length === 0) return [ts`const { value } = entry.text;`, ...perValue];
  if (sharing === 'PerTransaction') {
    return [
      ts`const { value } = ${shared.transformed(transformations)}(tx, entry.text);`,
      ...perValue,
    ];
  }
  const nested = functions.reduce((inner, each) => ts`${each}(${inner})`, ts`entry.text.value`);
  return [ts`const value = ${nested};`, ...perValue];
}
