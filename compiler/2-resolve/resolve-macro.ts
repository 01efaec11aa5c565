/** `%{...}` strings -> Macro with their variables looked up. */
import type { Text } from '../1-parse/ast.ts';
import { parseMacro } from '../1-parse/parse-macro.ts';
import { spanWithin, subText } from '../1-parse/source-offset.ts';
import type { Diagnostics } from '../diagnostics.ts';
import * as problem from './problems.ts';
import { resolveVariable } from './resolve-targets.ts';
import type { Macro, MacroPart } from './ruleset.ts';

/** The macro; [] after a report. */
export function resolveMacro(text: Text, diagnostics: Diagnostics): Macro {
  const parsed = parseMacro(text.text);
  if (parsed.kind === 'Error') {
    const location = spanWithin(text, parsed.index, parsed.index + 1);
    diagnostics.report(problem.badMacro(parsed.message), location);
    return [];
  }
  const parts: MacroPart[] = [];
  for (const part of parsed.parts) {
    if (part.kind === 'Literal') {
      parts.push(part);
      continue;
    }
    const variable = resolveVariable(nameIn(text, part.name), diagnostics);
    if (variable !== undefined) parts.push({ kind: 'Variable', variable, key: part.key });
  }
  return parts;
}

/** The name in `%{NAME}` or `%{NAME.key}`, with its place; `name` is in upper case. */
function nameIn(text: Text, name: string): Text {
  const upper = text.text.toUpperCase();
  const at = Math.max(upper.indexOf(`%{${name}}`), upper.indexOf(`%{${name}.`)) + 2;
  return subText(text, at, at + name.length);
}
