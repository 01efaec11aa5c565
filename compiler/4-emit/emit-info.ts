/** RuleInfo constants. */
import type { Rule } from '../3-specialize/program.ts';
import { type Code, lines, name, ts, type Value } from './code.ts';

export function emitInfo({ info }: Rule): Code {
  const fields = Object.entries(info).map(([key, value]) => ts`${name(key)}: ${plain(value)},`);
  return ts`export const ${name('info', info.id)}: RuleInfo = {\n${lines(fields)}\n};`;
}

function plain(value: string | number | boolean | readonly string[] | undefined): Value {
  return value;
}
