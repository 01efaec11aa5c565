/** Reports transformations that undo each other or have the wrong order. */
import type { Node } from '#engine/regex/compile/ast.ts';
import { foldCase, sizeOf } from '#engine/regex/compile/byte-set.ts';
import { childrenOf } from '#engine/regex/compile/children-of.ts';
import type { Action } from '../1-parse/ast.ts';
import type { Link, Test } from '../2-resolve/ruleset.ts';
import type { Diagnostics } from '../diagnostics.ts';
import {
  type TransformationName,
  transformationRecord,
  transformations,
} from '../language/transformations/index.ts';
import type { LintContext } from './context.ts';
import { rulesOfSet } from './locations.ts';
import * as problem from './problems.ts';

export function lintTransformations({ ruleSet, diagnostics }: LintContext): void {
  for (const link of rulesOfSet(ruleSet).flatMap((rule) => rule.links)) {
    const { test } = link;
    if (test === undefined) continue;
    reportCleared(link, diagnostics);
    reportCancelled(link, test, diagnostics);
    reportOrder(link, test, diagnostics);
  }
}

/** Reports transformations before a t:none of the same list. */
function reportCleared(link: Link, diagnostics: Diagnostics): void {
  const written = link.written.actions.filter((action) => action.name.text.toLowerCase() === 't');
  const isNone = written.map((action) => action.argument?.text.toLowerCase() === 'none');
  const last = isNone.lastIndexOf(true);
  written.forEach((action, index) => {
    if (index >= last || isNone[index] === true) return;
    const name = action.argument?.text ?? '';
    const why = 'a later t:none clears the list';
    const found = problem.uselessTransformation(name, why, upToNext(link, action));
    diagnostics.report(found, action.span);
  });
}

/** Returns the action as written, with the text up to the next action; "" for the last action. */
function upToNext({ written }: Link, action: Action): string {
  const next = written.actions[written.actions.indexOf(action) + 1];
  const { source, start } = action.span;
  return next === undefined ? '' : source.text.slice(start, next.span.start);
}

/**
 * Returns, for each transformation of the rule, the action that names it; undefined for one from a default or an
 * update.
 */
function writtenAs(
  { written }: Link,
  names: readonly TransformationName[],
): readonly (Action | undefined)[] {
  const own = written.actions.filter((action) => action.name.text.toLowerCase() === 't');
  const inherited = names.length - own.length;
  return names.map((name, index) => {
    const action = own[index - inherited];
    const ownName = transformations.get(action?.argument?.text.toLowerCase() ?? '');
    return ownName === name ? action : undefined;
  });
}

function reportCancelled(
  link: Link,
  { transformations: names, multiMatch }: Test,
  diagnostics: Diagnostics,
): void {
  const actions = writtenAs(link, names);
  names.forEach((name, index) => {
    const next = names[index + 1];
    if (next === undefined) return;
    const action = actions[index] ?? actions[index + 1];
    const record = transformationRecord(name);
    const report = (why: string, mayGo: boolean): void => {
      const removed = action !== undefined && mayGo ? upToNext(link, action) : '';
      const found = problem.uselessTransformation(name, why, removed);
      diagnostics.report(found, action?.span ?? link.span);
    };
    if (name === next && record.idempotent) report('it occurs twice', true);
    // With multiMatch the operator also runs on the value before it is undone.
    if (multiMatch || record.undoneBy?.includes(next) !== true) return;
    // Of two letter cases the second counts, so the first may be removed. An encoding before its decoder may not.
    report(`t:${next} undoes it`, record.changesCase === true && actions[index] !== undefined);
  });
}

/** Reports a letter case that is changed before a decoder and not again after it. */
function reportOrder(link: Link, test: Test, diagnostics: Diagnostics): void {
  const { transformations: names } = test;
  const actions = writtenAs(link, names);
  names.forEach((name, index) => {
    const following = names.slice(index + 1);
    const decoder = following.find((other) => transformationRecord(other).decodes);
    const { changesCase } = transformationRecord(name);
    if (!changesCase || decoder === undefined || following.includes(name)) return;
    if (!caseMatters(test)) return;
    const found = problem.transformationOrder(name, decoder);
    diagnostics.report(found, actions[index]?.span ?? link.span);
  });
}

/** Returns whether the argument distinguishes a letter from its other case. */
function caseMatters({ argument }: Test): boolean {
  if (argument.kind === 'Text' || argument.kind === 'Expression') {
    return argument.text.some((part) => part.kind === 'Variable' || /[A-Za-z]/.test(part.text));
  }
  return argument.kind === 'Regex' && hasOneCase(argument.regex.root);
}

function hasOneCase(node: Node): boolean {
  if (node.kind !== 'Bytes') return childrenOf(node).some(hasOneCase);
  return sizeOf(foldCase(node.set)) > sizeOf(node.set);
}
