/**
 * The modes of the lexer. The parts of a directive have a fixed order, so modes only move forward: a token that ends
 * one part pushes the mode of the next, and no mode is popped. Every mode accepts every char: text that fits no other
 * token becomes an error token.
 */
import { type IToken, Lexer } from 'chevrotain';
import { invariant } from '../invariant.ts';
import type { Span } from '../source.ts';
import * as directive from './directive-tokens.ts';
import { type LogicalLine, spanIn } from './logical-lines.ts';
import * as rule from './rule-tokens.ts';
import * as target from './target-tokens.ts';
import * as t from './token.ts';

const names = [
  directive.SecRule,
  directive.SecAction,
  directive.SecMarker,
  directive.Include,
  directive.RemoveById,
  directive.RemoveByText,
  directive.UpdateTarget,
  directive.UpdateAction,
  directive.SecDataset,
  directive.SettingName,
  directive.BadName,
];
const targetList = [target.TargetSeparator, target.TargetMode, target.Variable];
const bareTargets = [target.OpenTargets, ...targetList, ...target.bareSelectors];
const bareActions = [
  rule.OpenActions,
  rule.SurplusComma,
  rule.Comma,
  rule.BareActionName,
  rule.BareActionArgument,
  t.UnclosedQuote,
];

/** In each mode the first token that matches wins. */
export const lexerDefinition = {
  defaultMode: 'directive',
  modes: {
    directive: names,
    targets: [...bareTargets, target.EndOfTargets, t.Stray],
    quotedTargets: [...targetList, target.CloseTargets, ...target.quotedSelectors, t.Stray],
    operator: [
      t.Blank,
      t.TrailingComment,
      rule.NamelessOperator,
      rule.BlankBeforeOperator,
      rule.QuotedOperator,
      rule.BareOperator,
      t.UnclosedQuote,
      t.Stray,
    ],
    actions: [t.Blank, t.TrailingComment, ...bareActions, t.Stray],
    quotedActions: [
      rule.CloseActions,
      rule.SurplusComma,
      rule.Comma,
      rule.QuotedActionName,
      rule.QuotedActionArgument,
      t.UnclosedQuote,
      t.Stray,
    ],
    arguments: [t.Blank, t.TrailingComment, directive.Argument, t.UnclosedQuote],
    text: [t.Blank, t.TrailingComment, directive.WholeText, t.UnclosedQuote],
    updateTarget: [directive.LeadingArgument, t.Blank, t.TrailingComment, ...bareTargets, t.Stray],
    updateAction: [directive.LeadingArgument, t.Blank, t.TrailingComment, ...bareActions, t.Stray],
    dataset: [t.Blank, directive.DatasetName, directive.DatasetBlock, directive.UnclosedDataset],
    end: [t.Blank, t.TrailingComment, t.ExtraText],
    /** Never entered. Chevrotain's parser collects token categories only from the modes. */
    categories: [
      target.Selector,
      target.Pattern,
      target.XPath,
      target.UnclosedPattern,
      rule.Operator,
      rule.ActionName,
      rule.ActionArgument,
    ],
  },
};

/**
 * Skips Chevrotain's validation of modes and grammar, which takes longer than all other work here. A test runs it
 * instead.
 */
export const unchecked = { skipValidations: true } as const;

const lexer = new Lexer(lexerDefinition, { positionTracking: 'onlyOffset', ...unchecked });

/** Returns the span of a token of `line` in the file. The token for the end of input has the end of the line. */
export function spanOf(line: LogicalLine, { startOffset, image }: IToken): Span {
  const { source, end } = line.span;
  if (Number.isNaN(startOffset)) return { source, start: end, end };
  return spanIn(line, startOffset, startOffset + image.length);
}

export type Tokens = {
  readonly tokens: IToken[];
  /** Commas without an action after them. They are reported, and parsing continues without them. */
  readonly surplus: readonly IToken[];
};

/** Returns the tokens of a logical line. Any text can be split into tokens. */
export function tokenize(line: string): Tokens {
  const { tokens, groups, errors } = lexer.tokenize(line);
  invariant(errors.length === 0, 'a mode of the lexer does not take every char');
  const { surplus = [] } = groups;
  return { tokens, surplus };
}
