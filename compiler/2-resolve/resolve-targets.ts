/** Target lists -> typed targets, exclusions attached to what they reach. */
import { compileXPath, type Namespaces } from '../../runtime/engine/body/xpath.ts';
import { lowerAscii } from '../../runtime/engine/bytes/byte-string.ts';
import type * as ast from '../1-parse/ast.ts';
import { spanWithin } from '../1-parse/source-offset.ts';
import type { Diagnostics } from '../diagnostics.ts';
import { refusedVariables, variables } from '../language/variables/index.ts';
import type { Span } from '../source.ts';
import * as problem from './problems.ts';
import { resolveRegex } from './resolve-regex.ts';
import type { Selector, Target, Variable } from './ruleset.ts';

/**
 * All targets of one list. Exclusions reach every target with the same variable, wherever they stand
 * in the list (as ModSecurity 3; Coraza needs them to come later).
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
  // A list that is empty as a whole is reported by check-targets.ts, once all updates are known.
  if (targets.length > 0) reportUseless(excluded, included, diagnostics);
  return targets;
}

type WrittenExclusion = ResolvedTarget & {
  /** No target before it has its variable. */
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

/** `targets` without what the exclusion names; a target excluded whole is gone. */
export function exclude(targets: readonly Target[], exclusion: ResolvedTarget): Target[] {
  const { variable, selector } = exclusion;
  const selected = (target: Target): boolean => target.variable.name === variable.name;
  if (selector.kind === 'All') return targets.filter((target) => !selected(target));
  return targets.flatMap((target) => {
    if (!selected(target)) return [target];
    if (selector.kind === 'XPath') return sameXPath(target.selector, selector) ? [] : [target];
    if (selector.kind === 'Key' && target.selector.kind === 'Key') {
      return sameKey(target.selector.key, selector.key) ? [] : [target];
    }
    return [{ ...target, except: [...target.except, selector] }];
  });
}

function sameXPath(left: Selector, right: Selector): boolean {
  return left.kind === 'XPath' && right.kind === 'XPath' && left.path.text === right.path.text;
}

function sameKey(left: string, right: string): boolean {
  return lowerAscii(left) === lowerAscii(right);
}

/** One target, or undefined after a report. */
export function resolveTarget(
  target: ast.Target,
  diagnostics: Diagnostics,
  namespaces?: Namespaces,
): ResolvedTarget | undefined {
  const variable = resolveVariable(target.variable, diagnostics);
  const { selector } = target;
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
      // Lists are one when their texts are.
      const source = path.bound === undefined ? selector.text : `${selector.text} in ${path.bound}`;
      return { variable, selector: { kind: 'XPath', source, path } };
    }
    const location = spanWithin(selector, compiled.index, compiled.index + 1);
    diagnostics.report(problem.badSelector(`XPath: ${compiled.message}.`), location);
    return undefined;
  }
  // Keys are compared without case everywhere, so patterns on keys are too (as ModSecurity 2 does).
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
      ? problem.unknownVariable(name.text, variables.keys())
      : problem.refusedVariable(upper, why),
    name.span,
  );
  return undefined;
}
