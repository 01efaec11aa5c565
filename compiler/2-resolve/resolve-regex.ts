/** Regular expressions of rules -> AST, with errors at their place in the rule file. */

import type { AutomatonCode } from '../../runtime/engine/regex/automaton-code.ts';
import type { Atomic, BackReference, Regex } from '../../runtime/engine/regex/compile/ast.ts';
import { compileAutomaton } from '../../runtime/engine/regex/compile/compile-automaton.ts';
import { findNonRegular } from '../../runtime/engine/regex/compile/find-non-regular.ts';
import { parseRegex } from '../../runtime/engine/regex/compile/parse-regex.ts';
import type { RegexError } from '../../runtime/engine/regex/compile/pattern-reader.ts';
import type { Text } from '../1-parse/ast.ts';
import { spanWithin } from '../1-parse/source-offset.ts';
import type { Diagnostics } from '../diagnostics.ts';
import { memoizeByText } from '../memoize.ts';
import * as problem from './problems.ts';

/** An expression and the automaton that matches it. */
export type CompiledRegex = {
  readonly regex: Regex;
  readonly code: AutomatonCode;
  /** Steps for one value, when it has back-references; undefined: an automaton matches it. */
  readonly backtracking: number | undefined;
};

export type RegexOptions = { readonly ignoreCase: boolean };

/**
 * The expression, or undefined after a report. What no automaton can run (back-references, some atomic
 * groups) is an error: request data must be matched in linear time.
 */
export function resolveRegex(
  pattern: Text,
  diagnostics: Diagnostics,
  options: RegexOptions = { ignoreCase: false },
): CompiledRegex | undefined {
  const result = options.ignoreCase ? compileFolded(pattern.text) : compileExact(pattern.text);
  if (result.kind === 'Ok') return result.compiled;
  if (result.kind === 'Error') return reportRegex(pattern, result, diagnostics);
  const { found } = result;
  diagnostics.report(
    problem.nonRegularRegex(found.kind === 'Atomic' ? 'This atomic group' : 'A back-reference'),
    spanWithin(pattern, found.start, found.end),
  );
  return undefined;
}

/** The same, where SecPcreMatchLimit (0: not set) says how many steps back-references may take. */
export function resolveLimitedRegex(
  pattern: Text,
  limit: number,
  diagnostics: Diagnostics,
): CompiledRegex | undefined {
  const result = compileExact(pattern.text);
  if (result.kind !== 'NonRegular' || result.compiled === undefined || limit === 0) {
    return resolveRegex(pattern, diagnostics);
  }
  const { found, compiled } = result;
  diagnostics.report(problem.backtrackingRegex(limit), spanWithin(pattern, found.start, found.end));
  return { ...compiled, backtracking: limit };
}

type RegexResult =
  | { readonly kind: 'Ok'; readonly compiled: CompiledRegex }
  | {
      readonly kind: 'NonRegular';
      readonly found: BackReference | Atomic;
      /** For the backtracker; undefined: it cannot run it either. */
      readonly compiled: CompiledRegex | undefined;
    }
  | RegexError;

/** Kept: profiles share most of their rules. */
const compileExact = memoizeByText((pattern) => compileRegex(pattern, { ignoreCase: false }));
const compileFolded = memoizeByText((pattern) => compileRegex(pattern, { ignoreCase: true }));

function compileRegex(pattern: string, options: RegexOptions): RegexResult {
  const parsed = parseRegex(pattern, options);
  if (parsed.kind === 'Error') return parsed;
  const { regex } = parsed;
  const found = findNonRegular(regex);
  const automaton = compileAutomaton(regex);
  const compiled =
    automaton.kind === 'Ok' ? { regex, code: automaton.code, backtracking: undefined } : undefined;
  if (found !== undefined) return { kind: 'NonRegular', found, compiled };
  if (automaton.kind === 'Error') return automaton;
  return { kind: 'Ok', compiled: { regex, code: automaton.code, backtracking: undefined } };
}

function reportRegex(pattern: Text, error: RegexError, diagnostics: Diagnostics): undefined {
  const place = spanWithin(pattern, error.index, error.index + 1);
  diagnostics.report(problem.badRegex(error.message, error.hint), place);
  return undefined;
}
