/** `%{...}` strings -> Macro with their variables looked up. */
import type { Text } from '../1-parse/ast.ts';
import { parseMacro } from '../1-parse/parse-macro.ts';
import { spanWithin } from '../1-parse/source-offset.ts';
import type { Diagnostics } from '../diagnostics.ts';
import { variables } from '../language/variables.ts';
import { nearest } from '../suggest.ts';
import * as problem from './problems.ts';
import type { Macro, MacroPart } from './ruleset.ts';

/** The macro; [] after a report. */
export function resolveMacro(text: Text, diagnostics: Diagnostics): Macro {
  const parsed = parseMacro(text.text);
  if (parsed.kind === 'Error') {
    const place = spanWithin(text, parsed.index, parsed.index + 1);
    diagnostics.report(problem.badMacro(parsed.message), place);
    return [];
  }
  const parts: MacroPart[] = [];
  for (const part of parsed.parts) {
    if (part.kind === 'Literal') {
      parts.push(part);
      continue;
    }
    const row = variables.get(part.name);
    if (row === undefined) {
      const near = nearest(part.name, variables.keys());
      diagnostics.report(problem.unknownVariable(part.name, near), text.span);
      continue;
    }
    parts.push({ kind: 'Variable', variable: { name: part.name, row }, key: part.key });
  }
  return parts;
}

/** A macro without variables, as text; undefined when it has some. */
export function literalText(macro: Macro): string | undefined {
  let text = '';
  for (const part of macro) {
    if (part.kind === 'Variable') return undefined;
    text += part.text;
  }
  return text;
}
