/** Explains why a line does not fit the grammar, and finds the token to report. */
import { EOF, type IToken, type TokenType, tokenMatcher } from 'chevrotain';
import type { Problem } from '../diagnostics.ts';
import { BadName, SecRule, UnclosedDataset } from './directive-tokens.ts';
import type { Mismatch } from './grammar.ts';
import * as problem from './problems.ts';
import * as rule from './rule-tokens.ts';
import * as target from './target-tokens.ts';
import { TrailingComment, UnclosedQuote } from './token.ts';

/** The problem that each error token stands for. */
const tokenProblems: readonly (readonly [TokenType, (image: string) => Problem])[] = [
  [BadName, problem.badDirectiveName],
  [TrailingComment, problem.trailingComment],
  [UnclosedQuote, problem.unclosedQuote],
  [UnclosedDataset, problem.unclosedDataset],
  [target.UnclosedKey, problem.unclosedQuote],
  [target.UnclosedPattern, problem.unclosedPattern],
  [target.MissingSelector, problem.missingSelector],
  [rule.NamelessOperator, problem.missingOperatorName],
];

export type Mistake = {
  readonly kind: 'Mistake';
  readonly problem: Problem;
  readonly token: IToken;
};

/** Returns the one problem to report for a line with `tokens`, and the token to report it at. */
export function explainMismatch(mismatch: Mismatch, tokens: readonly IToken[]): Mistake {
  const [problem, token] = findMistake(mismatch, tokens);
  return { kind: 'Mistake', problem, token };
}

function findMistake(
  { expected, found }: Mismatch,
  tokens: readonly IToken[],
): readonly [Problem, IToken] {
  const row = tokenProblems.find(([type]) => tokenMatcher(found, type));
  if (row !== undefined) return [row[1](found.image), found];
  const bare = unquotedActions(tokens);
  if (bare !== undefined) return [problem.unquotedActions(), bare];
  if (expected === '') return [afterTheEnd(found), found];
  if (found.tokenType !== EOF) return [problem.unexpectedText(expected, found.image), found];
  const quote = openQuote(tokens);
  return quote === undefined
    ? [problem.missingArgument(expected), found]
    : [problem.unclosedQuote(), quote];
}

function afterTheEnd(found: IToken): Problem {
  return tokenMatcher(found, rule.BareActionName)
    ? problem.unquotedActions()
    : problem.textAfterDirective();
}

/** Returns the first action of a rule whose action list has no quotes; undefined when the list is quoted. */
function unquotedActions(tokens: readonly IToken[]): IToken | undefined {
  if (tokens[0]?.tokenType !== SecRule) return undefined;
  return tokens.find(({ tokenType }) => tokenType === rule.BareActionName);
}

const openers: readonly TokenType[] = [target.OpenTargets, rule.OpenActions];
const closers: readonly TokenType[] = [target.CloseTargets, rule.CloseActions];

/** Returns the opening quote of the list that the line does not close; undefined when all are closed. */
function openQuote(tokens: readonly IToken[]): IToken | undefined {
  const quotes = tokens.filter(({ tokenType }) => [...openers, ...closers].includes(tokenType));
  const last = quotes.at(-1);
  return last !== undefined && openers.includes(last.tokenType) ? last : undefined;
}
