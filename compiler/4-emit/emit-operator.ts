/** Operator calls: `op.name(value, argument)` with the argument in its final form. */
import { parseInteger } from '../../runtime/engine/support/parse-integer.ts';
import { literalText } from '../2-resolve/resolve-macro.ts';
import type { Test } from '../3-specialize/program.ts';
import { translateRegex } from '../regex/translate-regex.ts';
import { type Code, name, regexLiteral, ts } from './code.ts';
import { emitMacro } from './emit-macro.ts';
import type { Shared } from './module.ts';

/** The condition on `value`; when `capturing`, an expression that yields the captures or undefined. */
export function emitOperator(test: Test, capturing: boolean, shared: Shared): Code {
  const { operator, argument } = test;
  if (argument.kind === 'Regex' && operator.engine === 'rx' && shared.matching === 'Backtracking') {
    const called = name('op.backtrack', capturing ? 'Captures' : '');
    return ts`${called}(value, ${regexLiteral(translateRegex(argument.regex).source)})`;
  }
  const called = capturing && operator.captures !== undefined ? operator.captures : operator.engine;
  const code = emitArgument(test, shared);
  return code === undefined
    ? ts`${name('op.', called)}(value)`
    : ts`${name('op.', called)}(value, ${code})`;
}

function emitArgument({ argument, operator }: Test, shared: Shared): Code | undefined {
  switch (argument.kind) {
    case 'None':
      return undefined;
    case 'Text': {
      if (operator.argument !== 'number') return emitMacro(argument.text);
      const text = literalText(argument.text);
      return text === undefined
        ? ts`parseInteger(${emitMacro(argument.text)})`
        : ts`${parseInteger(text)}`;
    }
    case 'Regex':
      return shared.pattern(argument.code, argument.source);
    case 'Phrases':
      return shared.phrases(argument.phrases);
    case 'Addresses':
      return shared.addresses(argument.entries);
    case 'ByteRange':
      return shared.bytes(argument.ranges);
  }
}
