/** Regular expressions of rules -> AST, with errors at their place in the rule file. */

import type { AutomatonCode } from '../../runtime/engine/regex/automaton-code.ts';
import type { Text } from '../1-parse/ast.ts';
import { spanWithin } from '../1-parse/source-offset.ts';
import type { Diagnostics } from '../diagnostics.ts';
import { findNonRegular } from '../regex/analyze-regex.ts';
import type { Regex } from '../regex/ast.ts';
import { compileAutomaton } from '../regex/compile-automaton.ts';
import { parseRegex } from '../regex/parse-regex.ts';
import type { RegexError } from '../regex/pattern-reader.ts';
import * as problem from './problems.ts';

/** An expression and the automaton that matches it. */
export type CompiledRegex = { readonly regex: Regex; readonly code: AutomatonCode };

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
  const parsed = parseRegex(pattern.text, options);
  if (parsed.kind === 'Error') return reportRegex(pattern, parsed, diagnostics);
  const { regex } = parsed;
  const found = findNonRegular(regex);
  if (found === undefined) {
    const compiled = compileAutomaton(regex);
    if (compiled.kind === 'Ok') return { regex, code: compiled.code };
    return reportRegex(pattern, compiled, diagnostics);
  }
  diagnostics.report(
    problem.nonRegularRegex(found.kind === 'Atomic' ? 'This atomic group' : 'A back-reference'),
    spanWithin(pattern, found.start, found.end),
  );
  return undefined;
}

function reportRegex(pattern: Text, error: RegexError, diagnostics: Diagnostics): undefined {
  const place = spanWithin(pattern, error.index, error.index + 1);
  diagnostics.report(problem.badRegex(error.message, error.hint), place);
  return undefined;
}
