/** Resolves `%{...}` strings to macros, with their variables looked up. */
import type { Text } from '../1-parse/ast.ts';
import { parseMacro } from '../1-parse/parse-macro.ts';
import { spanWithin, subText } from '../1-parse/source-offset.ts';
import type { Diagnostics } from '../diagnostics.ts';
import * as problem from './problems.ts';
import { resolveVariable } from './resolve-targets.ts';
import type { Macro } from './ruleset.ts';

/** Returns the macro, without unknown variables; [] when its syntax is wrong. Reports every mistake. */
export function resolveMacro(text: Text, diagnostics: Diagnostics): Macro {
  const { parts, errors } = parseMacro(text.text);
  for (const { message, index, hint } of errors) {
    diagnostics.report(problem.badMacro(message, hint), spanWithin(text, index, index + 1));
  }
  const macro = parts.flatMap((part): Macro => {
    const span = spanWithin(text, part.start, part.end);
    if (part.kind === 'Literal') return [{ kind: 'Literal', text: part.text, span }];
    const start = part.start + 2;
    const name = subText(text, start, start + part.name.length);
    const variable = resolveVariable(name, diagnostics);
    return variable === undefined ? [] : [{ kind: 'Variable', variable, key: part.key, span }];
  });
  return errors.length === 0 ? macro : [];
}
