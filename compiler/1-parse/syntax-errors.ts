/** Explains why a line does not fit the grammar, and finds the token to report. */
import { EOF, type IToken, type TokenType, tokenMatcher } from 'chevrotain';
import type { Problem } from '../diagnostics.ts';
import {
  BadName,
  SecRule,
  UnclosedDataset,
  UpdateAction,
  UpdateTarget,
} from './directive-tokens.ts';
import { type Mismatch, SELECTION_AND_LIST } from './grammar.ts';
import * as problem from './problems.ts';
import * as rule from './rule-tokens.ts';
import * as target from './target-tokens.ts';
import { TrailingComment, UnclosedQuote } from './token.ts';

/** The problem that each error token stands for. */
const tokenProblems: readonly (readonly [TokenType, (image: string) => Problem])[] = [
  [BadName, problem.badDirectiveName],
  [TrailingComment, problem.trailingComment],
  [UnclosedQuote, () => problem.unclosedQuote()],
  [UnclosedDataset, problem.unclosedDataset],
  [target.UnclosedKey, () => problem.unclosedQuote(true)],
  [target.UnclosedPattern, problem.unclosedPattern],
  [target.MissingSelector, problem.missingSelector],
  [rule.NamelessOperator, problem.missingOperatorName],
];

const examples: readonly (readonly [TokenType, string])[] = [
  [UpdateTarget, 'SecRuleUpdateTargetById 942100 "!ARGS:password"'],
  [UpdateAction, 'SecRuleUpdateActionById 942100 "pass"'],
];

const SINGLE_QUOTES = 'Write double quotes. Single quotes are for values inside of an action list.';

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
  const curly = curlyQuote(tokens);
  if (curly !== undefined) return [curly.problem, curly.token];
  if (tokenMatcher(found, rule.Comma)) {
    return [problem.unexpectedText('an action', ',', 'Remove the comma.'), found];
  }
  const bare = unquotedActions(tokens);
  if (bare !== undefined) return [problem.unquotedActions(), bare];
  if (expected === '') return [afterTheEnd(found, tokens), found];
  if (found.tokenType !== EOF && expected === SELECTION_AND_LIST) {
    const example = examples.find(([type]) => type === tokens[0]?.tokenType)?.[1] ?? '';
    const hint = `Write two arguments, for example: ${example}.`;
    return [problem.unexpectedText(expected, found.image, hint), found];
  }
  if (found.tokenType !== EOF) {
    const hint = found.image.startsWith("'") ? SINGLE_QUOTES : undefined;
    return [problem.unexpectedText(expected, found.image, hint), found];
  }
  const quote = openQuote(tokens);
  return quote === undefined
    ? [problem.missingArgument(expected), found]
    : [problem.unclosedQuote(), quote];
}

/** Reports the first argument that starts with a double quote of a word processor or a web page, in UTF-8. */
export function curlyQuote(tokens: readonly IToken[]): Mistake | undefined {
  const token = tokens.find(({ image }) => /^\xe2\x80[\x9c-\x9f]/.test(image));
  if (token === undefined) return undefined;
  const quote = { ...token, image: token.image.slice(0, 3) };
  const hint = 'Write the plain quote " instead of each typographic one.';
  const found = problem.unexpectedText('a plain quote', quote.image, hint);
  return { kind: 'Mistake', problem: found, token: quote };
}

function afterTheEnd(found: IToken, tokens: readonly IToken[]): Problem {
  if (tokenMatcher(found, rule.BareActionName)) return problem.unquotedActions();
  const before = tokens[tokens.indexOf(found) - 1];
  const isAdjacent =
    before !== undefined && before.startOffset + before.image.length === found.startOffset;
  return problem.textAfterDirective(isAdjacent && before.image.endsWith('"'));
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
