/** Emits operator calls: `op.name(value, argument)`, with the argument in its final form. */
import { decodeAutomaton } from '#engine/regex/automaton-code.ts';
import type { Rule, Test } from '../3-specialize/program.ts';
import { translateRegex } from '../regex/translate-regex.ts';
import { matchesWholeValues } from '../regex/whole-values.ts';
import { type Code, regexLiteral, ts } from './code.ts';
import type { Shared } from './constant-pool.ts';
import { emitNumber } from './emit-number.ts';
import { op } from './engine-names.ts';

/**
 * Returns the condition on `value`; when `capturing`, an expression that returns the captures or undefined.
 */
export function emitOperator(
  test: Test,
  capturing: boolean,
  rule: Rule['info'],
  shared: Shared,
): Code {
  const { operator, argument } = test;
  if (argument.kind === 'Regex' && argument.backtracking !== undefined) {
    const called = op(capturing ? 'rxBacktrackingCaptures' : 'rxBacktracking');
    const { code, source, backtracking } = argument;
    return ts`${called}(value, ${shared.backtracker(rule.id, code, source, backtracking)}, tx)`;
  }
  if (argument.kind === 'Regex' && operator.name === 'rx' && shared.matching === 'Backtracking') {
    const called = op(capturing ? 'backtrackCaptures' : 'backtrack');
    return ts`${called}(value, ${regexLiteral(translateRegex(argument.regex))})`;
  }
  if (argument.kind === 'Expression') return emitExpanded(operator, argument, capturing, shared);
  const called = op((capturing ? capturerOf(test) : undefined) ?? operator.engine);
  const code = emitArgument(test, rule, shared);
  return code === undefined ? ts`${called}(value)` : ts`${called}(value, ${code})`;
}

function capturerOf({ operator, argument }: Test): Test['operator']['captures'] {
  const isWhole =
    operator.captures === 'rxCaptures' &&
    argument.kind === 'Regex' &&
    matchesWholeValues(decodeAutomaton(argument.code));
  return isWhole ? 'rxWholeCaptures' : operator.captures;
}

type Expression = Extract<Test['argument'], { kind: 'Expression' }>;

/** Emits @rx and @rxGlobal with macros whose values are not known. */
function emitExpanded(
  { captures }: Test['operator'],
  { text, limit }: Expression,
  capturing: boolean,
  shared: Shared,
): Code {
  const capturer =
    captures === 'rxGlobalCaptures' ? 'expandedRxGlobalCaptures' : 'expandedRxCaptures';
  const called = op(capturing ? capturer : 'expandedRx');
  return ts`${called}(value, ${shared.macro(text)}, ${shared.expressionCache(limit)}, tx)`;
}

function emitArgument(test: Test, { id, phase }: Rule['info'], shared: Shared): Code | undefined {
  const { argument, operator } = test;
  switch (argument.kind) {
    case 'None':
    case 'Expression':
      return undefined;
    case 'Transaction':
      return ts`tx`;
    case 'Text':
      return operator.argument === 'number'
        ? emitNumber(argument.text, shared)
        : shared.macro(argument.text);
    case 'Regex': {
      const { code, source } = argument;
      const isCheck = operator.argument === 'check';
      return isCheck
        ? shared.spans(id, code, source)
        : shared.pattern(id, code, source, { ...test, phase });
    }
    case 'Candidates': {
      const find = shared.spans(id, argument.code, argument.source);
      return ts`{ country: ${argument.country}, find: ${find} }`;
    }
    case 'Template':
      return shared.template(id, argument.template);
    case 'Phrases':
      return shared.phrases(id, argument.phrases);
    case 'Addresses':
      return shared.addresses(id, argument.entries);
    case 'ByteRange':
      return shared.bytes(id, argument.ranges);
  }
}
