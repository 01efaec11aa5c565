/** Tokens of operators and action lists. */
import type { TokenType } from 'chevrotain';
import { category, problem, token, upTo } from './token.ts';

const { raw } = String;

/** The whole operator, including its quotes; decode.ts splits it. */
export const Operator = category('Operator', { label: 'an operator in double quotes' });
export const QuotedOperator = token('QuotedOperator', new RegExp(`"${upTo('"')}`), {
  categories: Operator,
  push_mode: 'actions',
});
/** In `" @rx x"` the blank makes it a regular expression (docs/spec/seclang-syntax.md#operators). */
export const BlankBeforeOperator = token(
  'BlankBeforeOperator',
  new RegExp(raw`"!?[ \t]+@${upTo('"')}`),
  { categories: Operator, push_mode: 'actions' },
);
export const BareOperator = token('BareOperator', /[^ \t"'#][^ \t"]*/, {
  categories: Operator,
  push_mode: 'actions',
});
export const NamelessOperator = problem('NamelessOperator', /"?!?@(?![^ \t"])/);

export const OpenActions = token('OpenActions', /"[ \t]*/, {
  label: 'an action list in double quotes',
  push_mode: 'quotedActions',
});
export const CloseActions = token('CloseActions', /"/, {
  label: 'a comma or the closing quote',
  push_mode: 'end',
});
export const Comma = token('Comma', /,[ \t]*/, { label: 'a comma' });
/**
 * Commas without an action after them. They are a group of their own, so that they are reported and parsing continues.
 */
export const SurplusComma = token('SurplusComma', /(?:,[ \t]*)+(?![^,"])/, { group: 'surplus' });

export const ActionName = category('ActionName', { label: 'an action' });
/** An action's argument with the colon before it. */
export const ActionArgument = category('ActionArgument', { label: 'the argument of an action' });

/**
 * Creates the token of a value, which ends at a comma or at one of `ends`. Inside single quotes these chars are
 * literal.
 */
function argument(form: string, ends: string): TokenType {
  const plain = raw`[^,'"\\${ends}]*`;
  const pattern = raw`:${plain}(?:(?:\\[\s\S]|'${upTo("'")})${plain})*`;
  return token(`${form}ActionArgument`, new RegExp(pattern), { categories: ActionArgument });
}

export const QuotedActionName = token('QuotedActionName', /[^,:"' \t][^,:"']*/, {
  categories: ActionName,
});
export const QuotedActionArgument = argument('Quoted', '');
/** In a list without double quotes, a blank ends the name. */
export const BareActionName = token('BareActionName', /[^,:"'# \t][^,:"' \t]*/, {
  categories: ActionName,
});
export const BareActionArgument = argument('Bare', raw` \t`);
