/** Compiles the regular expressions of rules and reports errors at their position in the rule file. */
import type { AutomatonCode } from '#engine/regex/automaton-code.ts';
import type { Regex } from '#engine/regex/compile/ast.ts';
import type { CompiledPattern } from '#engine/regex/compile/compile-regex.ts';
import type { RegexError } from '#engine/regex/compile/pattern-reader.ts';
import type { Text } from '../1-parse/ast.ts';
import { spanWithin } from '../1-parse/source-offset.ts';
import type { Diagnostics } from '../diagnostics.ts';
import { compileExact, compileFolded } from '../regex/compile-memoized.ts';
import * as problem from './problems.ts';
import type { Backtracking } from './ruleset.ts';

/** An expression and the automaton that matches it. */
export type CompiledRegex = {
  readonly regex: Regex;
  readonly code: AutomatonCode;
  /** Undefined when the automaton alone decides. */
  readonly backtracking: Backtracking | undefined;
};

export type RegexOptions = { readonly ignoreCase: boolean };

/**
 * Compiles the expression; returns undefined after a report. Constructs that no automaton can run (back-references,
 * some atomic groups) are errors, because request data must be matched in linear time.
 */
export function resolveRegex(
  pattern: Text,
  diagnostics: Diagnostics,
  options: RegexOptions = { ignoreCase: false },
): CompiledRegex | undefined {
  const compiled = options.ignoreCase ? compileFolded(pattern.text) : compileExact(pattern.text);
  if (compiled.kind === 'Error') return reportRegex(pattern, compiled, diagnostics);
  if (compiled.kind === 'NonRegular') return reportNonRegular(pattern, compiled, diagnostics);
  const { regex, code } = compiled;
  return { regex, code, backtracking: undefined };
}

/** Compiles an expression as `resolveRegex` does, but accepts back-references, which may take at most `limit` steps. */
export function resolveLimitedRegex(
  pattern: Text,
  limit: number,
  diagnostics: Diagnostics,
): CompiledRegex | undefined {
  const compiled = compileExact(pattern.text);
  if (compiled.kind !== 'NonRegular') return resolveRegex(pattern, diagnostics);
  const { found, regex, code, filter } = compiled;
  if (code === undefined) return reportNonRegular(pattern, compiled, diagnostics);
  diagnostics.report(problem.backtrackingRegex(limit), spanWithin(pattern, found.start, found.end));
  return { regex, code, backtracking: { limit, filter } };
}

type NonRegular = Extract<CompiledPattern, { kind: 'NonRegular' }>;

function reportNonRegular(
  pattern: Text,
  { found }: NonRegular,
  diagnostics: Diagnostics,
): undefined {
  diagnostics.report(
    found.kind === 'Atomic' ? problem.atomicGroup() : problem.backReferenceElsewhere(),
    spanWithin(pattern, found.start, found.end),
  );
  return undefined;
}

function reportRegex(pattern: Text, error: RegexError, diagnostics: Diagnostics): undefined {
  const location = spanWithin(pattern, error.index, error.index + 1);
  diagnostics.report(problem.badRegex(error.message, error.hint), location);
  return undefined;
}
