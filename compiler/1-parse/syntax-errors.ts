/** Which problem it is that a line does not fit the grammar, and which token shows it. */
import { EOF, type IToken, type TokenType, tokenMatcher } from 'chevrotain';
import type { Problem } from '../diagnostics.ts';
import type { Mismatch } from './grammar.ts';
import * as problem from './problems.ts';
import * as rule from './rule-tokens.ts';
import * as target from './target-tokens.ts';
import * as t from './tokens.ts';

/** What a token tells where no rule wants it. */
const faults: readonly (readonly [TokenType, () => Problem])[] = [
  [t.BadName, problem.badDirectiveName],
  [t.TrailingComment, problem.trailingComment],
  [t.UnclosedQuote, problem.unclosedQuote],
  [t.UnclosedDataset, problem.unclosedDataset],
  [target.UnclosedKey, problem.unclosedQuote],
  [target.UnclosedPattern, problem.unclosedPattern],
  [target.MissingSelector, problem.missingSelector],
  [rule.NamelessOperator, problem.missingOperatorName],
  [rule.BareActionName, problem.unquotedActions],
];

/** Their quote stays open when the line ends inside the list. */
const openers = [target.OpenTargets, rule.OpenActions];
const closers = [target.CloseTargets, rule.CloseActions];

/** The one problem to report for a line with `tokens`, and the token to report it at. */
export function explainMismatch(
  { expected, found }: Mismatch,
  tokens: readonly IToken[],
): { readonly problem: Problem; readonly token: IToken } {
  const fault = faults.find(([type]) => tokenMatcher(found, type));
  if (fault !== undefined) return { problem: fault[1](), token: found };
  if (expected === '') return { problem: problem.textAfterDirective(), token: found };
  if (found.tokenType !== EOF) {
    return { problem: problem.unexpectedText(expected, found.image), token: found };
  }
  const quote = tokens.findLast(({ tokenType }) => [...openers, ...closers].includes(tokenType));
  return quote !== undefined && openers.includes(quote.tokenType)
    ? { problem: problem.unclosedQuote(), token: quote }
    : { problem: problem.missingArgument(expected), token: found };
}
