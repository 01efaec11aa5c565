/** Resolves target lists, and attaches each exclusion to the targets that it affects. */
import { compileXPath, type Namespaces } from '#engine/body/xpath.ts';
import { lowerAscii } from '#engine/bytes/byte-string.ts';
import type * as ast from '../1-parse/ast.ts';
import { spanWithin } from '../1-parse/source-offset.ts';
import type { Diagnostics } from '../diagnostics.ts';
import { refusedVariables, variables } from '../language/variables/index.ts';
import type { Span } from '../source.ts';
import { targetMeantBy } from './miswritten-target.ts';
import * as nameProblem from './name-problems.ts';
import * as problem from './problems.ts';
import { resolveRegex } from './resolve-regex.ts';
import type { Selector, Target, Variable } from './ruleset.ts';

/**
 * Returns the targets of one list. An exclusion affects every target with the same variable, at any position in the
 * list (as in ModSecurity 3; Coraza requires it to come later).
 */
export function resolveTargets(
  list: readonly ast.Target[],
  diagnostics: Diagnostics,
  namespaces?: Namespaces,
): readonly Target[] {
  const included: Target[] = [];
  const excluded: WrittenExclusion[] = [];
  for (const written of list) {
    const resolved = resolveTarget(written, diagnostics, namespaces);
    if (resolved === undefined) continue;
    if (written.mode === 'exclude') {
      const isEarly = !includes(included, resolved);
      excluded.push({ ...resolved, isEarly, span: written.span });
    } else {
      const mode = written.mode === 'count' ? 'count' : 'values';
      included.push({ ...resolved, mode, except: [], span: written.span });
    }
  }
  const targets = excluded.reduce(exclude, included);
  // check-targets.ts reports a list that is empty as a whole, after all updates are applied.
  if (targets.length > 0) reportUseless(excluded, included, diagnostics);
  return targets;
}

type WrittenExclusion = ResolvedTarget & {
  /** True when no target before it has its variable. */
  readonly isEarly: boolean;
  readonly span: Span;
};

function reportUseless(
  excluded: readonly WrittenExclusion[],
  included: readonly Target[],
  diagnostics: Diagnostics,
): void {
  for (const exclusion of excluded) {
    if (!exclusion.isEarly) continue;
    const { name } = exclusion.variable;
    diagnostics.report(
      includes(included, exclusion) ? problem.earlyExclusion(name) : problem.strayExclusion(name),
      exclusion.span,
    );
  }
}

function includes(targets: readonly Target[], { variable }: ResolvedTarget): boolean {
  return targets.some((target) => target.variable.name === variable.name);
}

export type ResolvedTarget = { readonly variable: Variable; readonly selector: Selector };

/** Returns `targets` with the exclusion applied. Of a target that is excluded as a whole, only a count remains. */
export function exclude(targets: readonly Target[], exclusion: ResolvedTarget): Target[] {
  const { variable, selector } = exclusion;
  const selected = (target: Target): boolean => target.variable.name === variable.name;
  return targets.flatMap((target) => {
    if (!selected(target)) return [target];
    if (selector.kind === 'All') return withoutEntries(target);
    if (selector.kind === 'XPath') {
      return sameXPath(target.selector, selector) ? withoutEntries(target) : [target];
    }
    if (selector.kind === 'Key' && target.selector.kind === 'Key') {
      return sameKey(target.selector.key, selector.key) ? withoutEntries(target) : [target];
    }
    return [{ ...target, except: [...target.except, selector] }];
  });
}

/** A count of no entries is 0, as after ctl:ruleRemoveTargetById. */
function withoutEntries(target: Target): readonly Target[] {
  return target.mode === 'count' ? [{ ...target, except: [{ kind: 'All' }] }] : [];
}

function sameXPath(left: Selector, right: Selector): boolean {
  return left.kind === 'XPath' && right.kind === 'XPath' && left.path.text === right.path.text;
}

function sameKey(left: string, right: string): boolean {
  return lowerAscii(left) === lowerAscii(right);
}

/** Returns one target, or undefined after a report. */
export function resolveTarget(
  target: ast.Target,
  diagnostics: Diagnostics,
  namespaces?: Namespaces,
): ResolvedTarget | undefined {
  const { selector } = target;
  const meant = selector === undefined ? targetMeantBy(target.variable.text) : undefined;
  if (meant !== undefined) {
    const found = nameProblem.miswrittenTarget(target.variable.text, meant);
    diagnostics.report(found, target.variable.span);
    return undefined;
  }
  const variable = resolveVariable(target.variable, diagnostics);
  if (variable === undefined) return undefined;
  if (selector === undefined) return { variable, selector: { kind: 'All' } };
  if (variable.record.kind === 'scalar') {
    diagnostics.report(problem.selectorOnScalar(variable.name), selector.span);
    return undefined;
  }
  if (selector.kind === 'Key') return { variable, selector: { kind: 'Key', key: selector.text } };
  if (selector.kind === 'XPath') {
    const compiled = compileXPath(selector.text, namespaces);
    if (compiled.kind === 'Ok') {
      const { path } = compiled;
      // Target lists are equal when their texts are, so the text includes the bound namespaces.
      const source = path.bound === undefined ? selector.text : `${selector.text} in ${path.bound}`;
      return { variable, selector: { kind: 'XPath', source, path } };
    }
    const location = spanWithin(selector, compiled.index, compiled.index + 1);
    diagnostics.report(problem.badSelector(`XPath: ${compiled.message}.`), location);
    return undefined;
  }
  if (selector.text === '') {
    const meaning = 'it selects every member, and in other engines only one that is named //';
    const { source, start, end } = selector.span;
    const slashes = { source, start: start - 1, end: end + 1 };
    diagnostics.report(problem.emptyPattern(variable.name, meaning), slashes);
  }
  // Keys are always compared without case, so patterns on keys ignore case too (as in ModSecurity 2).
  const compiled = resolveRegex(selector, diagnostics, { ignoreCase: true });
  if (compiled === undefined) return undefined;
  const { code } = compiled;
  return { variable, selector: { kind: 'Pattern', source: selector.text, code } };
}

export function resolveVariable(name: ast.Text, diagnostics: Diagnostics): Variable | undefined {
  const upper = name.text.toUpperCase();
  const record = variables.get(upper);
  if (record !== undefined) return { name: upper, record };
  const why = refusedVariables.get(upper.toLowerCase())?.why;
  diagnostics.report(
    why === undefined
      ? nameProblem.unknownVariable(name.text, variables.keys())
      : nameProblem.refusedVariable(upper, why),
    name.span,
  );
  return undefined;
}
