/** Emits the RuleInfo constants. */
import type { Rule } from '../3-specialize/program.ts';
import { type Code, identifier, lines, ts } from './code.ts';
import { engineType } from './engine-names.ts';
import type { Value } from './literal.ts';

export function emitInfo({ info }: Rule): Code {
  const fields = Object.entries(info).map(
    ([key, value]) => ts`${identifier(key)}: ${plain(value)},`,
  );
  return ts`export const ${identifier('info', info.id)}: ${engineType('RuleInfo')} = {\n${lines(fields)}\n};`;
}

function plain(value: string | number | boolean | readonly string[] | undefined): Value {
  return value;
}
