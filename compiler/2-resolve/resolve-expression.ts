/** Resolves arguments of @rx and @rxGlobal: an expression, with or without macros. */
import type { Text } from '../1-parse/ast.ts';
import { type MacroMention, macroMentions } from '../1-parse/parse-macro.ts';
import { spanWithin, subText } from '../1-parse/source-offset.ts';
import type { Diagnostics } from '../diagnostics.ts';
import { refusedVariables, variables } from '../language/variables/index.ts';
import { compileExact } from '../regex/compile-memoized.ts';
import * as problem from './problems.ts';
import { resolveLimitedRegex } from './resolve-regex.ts';
import { resolveVariable } from './resolve-targets.ts';
import type { Argument, MacroPart } from './ruleset.ts';

/**
 * Resolves an expression. Only `%{NAME}` and `%{NAME.key}` with the name of a variable are macros, as in ModSecurity.
 * `limit` is the number of steps that back-references may take. Returns undefined after a report.
 */
export function resolveExpression(
  written: Text,
  limit: number,
  diagnostics: Diagnostics,
): Argument | undefined {
  const mentions = macroMentions(written.text);
  const macros = mentions.filter(({ name }) => isVariable(name));
  const others = mentions.filter(({ name }) => !isVariable(name) && !/^\d+$/.test(name));
  for (const { start, end } of others) {
    const mention = written.text.slice(start, end);
    diagnostics.report(problem.unknownMacro(mention), spanWithin(written, start, end));
  }
  if (macros.length === 0) {
    const compiled = resolveLimitedRegex(written, limit, diagnostics);
    return compiled && { kind: 'Regex', source: written.text, ...compiled };
  }
  if (isBroken(written, macros, diagnostics)) return undefined;
  return resolveMacros(written, macros, limit, diagnostics);
}

/** Warns about macros in the argument of an operator that does not expand them, in any engine. */
export function reportLiteralMacros(
  operator: string,
  written: Text,
  diagnostics: Diagnostics,
): void {
  for (const { name, start, end } of macroMentions(written.text)) {
    if (!isVariable(name)) continue;
    const mention = written.text.slice(start, end);
    diagnostics.report(problem.literalMacro(operator, mention), spanWithin(written, start, end));
  }
}

function isVariable(name: string): boolean {
  return variables.has(name) || refusedVariables.has(name.toLowerCase());
}

/**
 * Returns whether the expression is invalid for all values of its macros. It is reported here, instead of failing at each
 * request.
 */
function isBroken(
  written: Text,
  macros: readonly MacroMention[],
  diagnostics: Diagnostics,
): boolean {
  const filled = ['x', '0'].map((filler) => compileExact(fill(written.text, macros, filler)));
  const [error] = filled;
  if (error?.kind !== 'Error' || filled.some(({ kind }) => kind !== 'Error')) return false;
  const location = spanWithin(written, error.index, error.index + 1);
  diagnostics.report(problem.badRegex(error.message, error.hint), location);
  return true;
}

/** Replaces each macro by a text of the same length. */
function fill(text: string, macros: readonly MacroMention[], filler: string): string {
  const chars = [...text];
  for (const { start, end } of macros) chars.fill(filler, start, end);
  return chars.join('');
}

function resolveMacros(
  written: Text,
  macros: readonly MacroMention[],
  limit: number,
  diagnostics: Diagnostics,
): Argument | undefined {
  const parts: MacroPart[] = [];
  let isKnown = true;
  let done = 0;
  const addLiteral = (end: number): void => {
    if (end > done) parts.push({ kind: 'Literal', ...subText(written, done, end) });
  };
  for (const { name, key, start, end } of macros) {
    const location = subText(written, start + 2, start + 2 + name.length);
    const variable = resolveVariable(location, diagnostics);
    if (variable === undefined) isKnown = false;
    else {
      addLiteral(start);
      parts.push({ kind: 'Variable', variable, key, span: spanWithin(written, start, end) });
      done = end;
    }
  }
  if (!isKnown) return undefined;
  addLiteral(written.text.length);
  return { kind: 'Expression', text: parts, limit, values: undefined };
}
