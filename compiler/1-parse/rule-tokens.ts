/** Tokens of operators and action lists. */
import { category, fault, token } from './tokens.ts';

/** The whole operator, quotes included; decode.ts takes it apart. */
export const Operator = category('Operator', { label: 'an operator in double quotes' });
export const QuotedOperator = token('QuotedOperator', /"[^"\\]*(?:\\[\s\S][^"\\]*)*"/, {
  categories: Operator,
  push_mode: 'actions',
});
export const BareOperator = token('BareOperator', /[^ \t"#][^ \t"]*/, {
  categories: Operator,
  push_mode: 'actions',
});
/** ` @rx x` is a regular expression: only an @ at the start names an operator (seclang.md 1.6). */
export const BlankBeforeOperator = token(
  'BlankBeforeOperator',
  /"!?[ \t]+@[^"\\]*(?:\\[\s\S][^"\\]*)*"/,
  { categories: Operator, push_mode: 'actions' },
);
export const NamelessOperator = fault('NamelessOperator', /"?!?@(?![^ \t"])/);

export const OpenActions = token('OpenActions', /"[ \t]*/, {
  label: 'an action list in double quotes',
  push_mode: 'quotedActions',
});
export const CloseActions = token('CloseActions', /"/, {
  label: 'a comma or the closing quote',
  push_mode: 'end',
});
export const Comma = token('Comma', /,[ \t]*/, { label: 'a comma' });
/** Commas with no action after them. In a group of their own: reported, and parsing goes on. */
export const SurplusComma = token('SurplusComma', /(?:,[ \t]*)+(?![^,"])/, { group: 'surplus' });

export const ActionName = category('ActionName', { label: 'an action' });
/** With the colon before it. Commas, colons and double quotes are literal inside single quotes. */
export const ActionArgument = category('ActionArgument', { label: 'the argument of an action' });
export const QuotedActionName = token('QuotedActionName', /[^,:"' \t][^,:"']*/, {
  categories: ActionName,
});
export const QuotedActionArgument = token(
  'QuotedActionArgument',
  /:[^,'"\\]*(?:(?:\\[\s\S]|'[^'\\]*(?:\\[\s\S][^'\\]*)*')[^,'"\\]*)*/,
  { categories: ActionArgument },
);
/** In a list without quotes a blank ends the value. */
export const BareActionName = token('BareActionName', /[^,:"'# \t][^,:"' \t]*/, {
  categories: ActionName,
});
export const BareActionArgument = token(
  'BareActionArgument',
  /:[^,'"\\ \t]*(?:(?:\\[\s\S]|'[^'\\]*(?:\\[\s\S][^'\\]*)*')[^,'"\\ \t]*)*/,
  { categories: ActionArgument },
);
