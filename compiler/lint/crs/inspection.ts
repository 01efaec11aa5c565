/** Reports ways of inspecting values that the OWASP CRS avoids. */
import type { Node } from '#engine/regex/compile/ast.ts';
import { bytesOf, contains, membersOf } from '#engine/regex/compile/byte-set.ts';
import type { Link, Target, Test } from '../../2-resolve/ruleset.ts';
import { isCaptureName } from '../../language/capture-names.ts';
import type { Span } from '../../source.ts';
import type { LintContext } from '../context.ts';
import { argumentOf } from '../locations.ts';
import { actionsNamed, crsLinksOf, crsRulesOf } from './crs-rules.ts';
import * as problem from './problems.ts';

/** Reports one finding for a rule, because a rule usually excludes several cookies. */
export function lintNegatedCookies({ ruleSet, diagnostics }: LintContext): void {
  for (const { written } of crsLinksOf(ruleSet)) {
    const targets = written.kind === 'SecRule' ? written.targets : [];
    const excluded = targets.find(
      ({ mode, variable }) =>
        mode === 'exclude' && variable.text.toUpperCase() === 'REQUEST_COOKIES',
    );
    if (excluded !== undefined) diagnostics.report(problem.negatedCookies(), excluded.span);
  }
}

export function lintDoubledIgnoreCase({ ruleSet, diagnostics }: LintContext): void {
  for (const link of crsLinksOf(ruleSet)) {
    const ignoresCase = argumentOf(link)?.text.startsWith('(?i)') === true;
    if (!ignoresCase || link.test?.operator.name !== 'rx') continue;
    const lowercase = actionsNamed(link, 't').find(
      ({ argument }) => argument?.text.toLowerCase() === 'lowercase',
    );
    if (lowercase !== undefined) diagnostics.report(problem.doubledIgnoreCase(), lowercase.span);
  }
}

/** Prefix of names from JSON, as in json.name of Coraza and libmodsecurity. */
const PREFIX = membersOf(bytesOf('json.'));

export function lintAnchoredNames({ ruleSet, diagnostics }: LintContext): void {
  for (const link of crsLinksOf(ruleSet)) {
    const { test } = link;
    const inspectsNames = (test?.targets ?? []).some(
      ({ mode, variable }) => mode === 'values' && variable.name === 'ARGS_NAMES',
    );
    if (test === undefined || !inspectsNames || !isAnchored(test)) continue;
    diagnostics.report(
      problem.anchoredName(test.operator.name),
      argumentOf(link)?.span ?? link.span,
    );
  }
}

function isAnchored({ operator, argument }: Test): boolean {
  if (operator.name === 'streq' || operator.name === 'beginsWith') return true;
  if (argument.kind !== 'Regex' || operator.name !== 'rx') return false;
  return /^\^(?!\(\?:json)/.test(argument.source) && !readsPrefix(argument.regex.root);
}

/** Returns whether the expression begins with a repetition that also matches the prefix, as `^[^;]*;` does. */
function readsPrefix(node: Node): boolean {
  switch (node.kind) {
    case 'Alternation':
      return node.alternatives.every(readsPrefix);
    case 'Sequence': {
      const first = node.items.find(({ kind }) => kind !== 'Anchor');
      return first !== undefined && readsPrefix(first);
    }
    case 'Group':
      return readsPrefix(node.item);
    case 'Repeat': {
      const { item, max } = node;
      return (
        max === undefined &&
        item.kind === 'Bytes' &&
        PREFIX.every((byte) => contains(item.set, byte))
      );
    }
    default:
      return false;
  }
}

/** Reports rules that capture from several values, when the next rule of the chain reads TX:1 (CVE-2026-21876). */
export function lintOverwrittenCaptures({ ruleSet, diagnostics }: LintContext): void {
  for (const rule of crsRulesOf(ruleSet)) {
    rule.links.forEach((link, index) => {
      const [read] = readsOfCaptures(link);
      const capturing = rule.links.slice(0, index).findLast(({ test }) => test?.capture === true);
      if (read === undefined || capturing === undefined || !hasMany(capturing)) return;
      diagnostics.report(problem.overwrittenCapture(read.name), read.span);
    });
  }
}

function readsOfCaptures({
  test,
}: Link): readonly { readonly name: string; readonly span: Span }[] {
  return (test?.targets ?? []).flatMap(({ variable, selector, span }) =>
    variable.name === 'TX' && selector.kind === 'Key' && isCaptureName(selector.key)
      ? [{ name: selector.key, span }]
      : [],
  );
}

/** Returns whether one request can have several values for the link. */
function hasMany({ test }: Link): boolean {
  const targets = test?.targets ?? [];
  return targets.length > 1 || targets.some((target) => !isSingle(target));
}

function isSingle({ mode, variable, selector }: Target): boolean {
  return mode === 'count' || variable.record.kind === 'scalar' || selector.kind === 'Key';
}
