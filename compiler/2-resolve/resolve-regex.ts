/** Regular expressions of rules -> AST, with errors at their place in the rule file. */
import type { Text } from '../1-parse/ast.ts';
import { spanWithin } from '../1-parse/source-offset.ts';
import type { Diagnostics } from '../diagnostics.ts';
import { findNonRegular } from '../regex/analyze-regex.ts';
import type { Regex } from '../regex/ast.ts';
import { parseRegex } from '../regex/parse-regex.ts';
import * as problem from './problems.ts';

export type RegexOptions = { readonly ignoreCase: boolean };

/**
 * The expression, or undefined after a report. What no automaton can run (back-references, some atomic
 * groups) is an error: request data must be matched in linear time.
 */
export function resolveRegex(
  pattern: Text,
  diagnostics: Diagnostics,
  options: RegexOptions = { ignoreCase: false },
): Regex | undefined {
  const parsed = parseRegex(pattern.text, options);
  if (parsed.kind === 'Error') {
    const place = spanWithin(pattern, parsed.index, parsed.index + 1);
    diagnostics.report(problem.badRegex(parsed.message, parsed.hint), place);
    return undefined;
  }
  const found = findNonRegular(parsed.regex);
  if (found === undefined) return parsed.regex;
  diagnostics.report(
    problem.nonRegularRegex(found.kind === 'Atomic' ? 'This atomic group' : 'A back-reference'),
    spanWithin(pattern, found.start, found.end),
  );
  return undefined;
}
