/**
 * Checks regular expressions that contain macros: the values that the macros are known to take are compiled here, so
 * that errors are found before the first request.
 */
import { literalText } from './2-resolve/macro-text.ts';
import type { RuleSet } from './2-resolve/ruleset.ts';
import { linkPairs } from './3-specialize/link-pairs.ts';
import type { Program, Test } from './3-specialize/program.ts';
import { type Diagnostic, Diagnostics, error, type Problem } from './diagnostics.ts';
import { compileExact } from './regex/compile-memoized.ts';

/** Returns one error for each macro value with which an expression of `program` cannot be compiled. */
export function checkExpressions(ruleSet: RuleSet, program: Program): readonly Diagnostic[] {
  const diagnostics = new Diagnostics();
  for (const { folded, written } of linkPairs(ruleSet, program)) {
    if (written.written.kind !== 'SecRule') continue;
    for (const text of knownTexts(folded.test)) {
      const message = errorIn(text);
      if (message === undefined) continue;
      diagnostics.report(badExpansion(text, message), written.written.operator.argument.span);
    }
  }
  return diagnostics.list;
}

function knownTexts(test: Test | undefined): readonly string[] {
  if (test?.argument.kind !== 'Expression') return [];
  const text = literalText(test.argument.text);
  return text === undefined ? (test.argument.values ?? []) : [text];
}

function errorIn(text: string): string | undefined {
  const compiled = compileExact(text);
  if (compiled.kind === 'Error') return compiled.message;
  return compiled.code === undefined ? 'It has an atomic group.' : undefined;
}

const badExpansion = (text: string, message: string): Problem =>
  error(
    'bad-regex',
    `With the values of its macros the expression is ${text}: ${message}`,
    'Look at the setvar that gives the value.',
  );
