/** Which problem it is that a line does not fit the grammar, and which token shows it. */
import { EOF, type IToken, type TokenType, tokenMatcher } from 'chevrotain';
import type { Problem } from '../diagnostics.ts';
import { BadName, UnclosedDataset } from './directive-tokens.ts';
import type { Mismatch } from './grammar.ts';
import * as problem from './problems.ts';
import * as rule from './rule-tokens.ts';
import * as target from './target-tokens.ts';
import { TrailingComment, UnclosedQuote } from './token.ts';

/** What a fault token tells. */
const faults: readonly (readonly [TokenType, (image: string) => Problem])[] = [
  [BadName, problem.badDirectiveName],
  [TrailingComment, problem.trailingComment],
  [UnclosedQuote, problem.unclosedQuote],
  [UnclosedDataset, problem.unclosedDataset],
  [target.UnclosedKey, problem.unclosedQuote],
  [target.UnclosedPattern, problem.unclosedPattern],
  [target.MissingSelector, problem.missingSelector],
  [rule.NamelessOperator, problem.missingOperatorName],
];

type Mistake = { readonly problem: Problem; readonly token: IToken };

/** The one problem to report for a line with `tokens`, and the token to report it at. */
export function explainMismatch({ expected, found }: Mismatch, tokens: readonly IToken[]): Mistake {
  const fault = faults.find(([type]) => tokenMatcher(found, type));
  if (fault !== undefined) return { problem: fault[1](found.image), token: found };
  if (expected === '') return { problem: afterTheEnd(found), token: found };
  if (found.tokenType !== EOF) {
    return { problem: problem.unexpectedText(expected, found.image), token: found };
  }
  const quote = openQuote(tokens);
  return quote === undefined
    ? { problem: problem.missingArgument(expected), token: found }
    : { problem: problem.unclosedQuote(), token: quote };
}

function afterTheEnd(found: IToken): Problem {
  return tokenMatcher(found, rule.BareActionName)
    ? problem.unquotedActions()
    : problem.textAfterDirective();
}

const openers: readonly TokenType[] = [target.OpenTargets, rule.OpenActions];
const closers: readonly TokenType[] = [target.CloseTargets, rule.CloseActions];

/** The quote of the list in which the line ended. */
function openQuote(tokens: readonly IToken[]): IToken | undefined {
  const quotes = tokens.filter(({ tokenType }) => [...openers, ...closers].includes(tokenType));
  const last = quotes.at(-1);
  return last !== undefined && openers.includes(last.tokenType) ? last : undefined;
}
