/**
 * The grammar of target lists and action lists (docs/spec/seclang-syntax.md#targets, #actions), which several
 * directives share.
 */
import {
  EmbeddedActionsParser,
  type IParserConfig,
  type IParserErrorMessageProvider,
  type IToken,
  tokenLabel,
  tokenMatcher,
} from 'chevrotain';
import { invariant } from '../invariant.ts';
import type { Span } from '../source.ts';
import type { Action, Selector, Target, Text } from './ast.ts';
import * as decode from './decode.ts';
import { lexerDefinition, spanOf, unchecked } from './lexer.ts';
import type { LogicalLine } from './logical-lines.ts';
import * as rule from './rule-tokens.ts';
import * as target from './target-tokens.ts';

/** The message of a parser exception is what was expected: the label of a token or the ERR_MSG of a grammar rule. */
const expectations: IParserErrorMessageProvider = {
  buildMismatchTokenMessage: ({ expected }) => tokenLabel(expected),
  buildNoViableAltMessage: ({ customUserDescription = '' }) => customUserDescription,
  buildEarlyExitMessage: ({ customUserDescription = '' }) => customUserDescription,
  buildNotAllInputParsedMessage: () => '',
};

/** A class with state, because Chevrotain requires one for a grammar. */
export class ListGrammar extends EmbeddedActionsParser {
  #line: LogicalLine | undefined;

  constructor(checks: Pick<IParserConfig, 'skipValidations'> = unchecked) {
    super(lexerDefinition, { errorMessageProvider: expectations, maxLookahead: 1, ...checks });
  }

  protected readonly targets = this.RULE('targets', (): Target[] =>
    this.OR({
      DEF: [
        { ALT: () => this.SUBRULE(this.quotedTargets) },
        { ALT: () => this.SUBRULE(this.targetList) },
      ],
      ERR_MSG: 'a variable name',
    }),
  );

  protected readonly quotedTargets = this.RULE('quotedTargets', (): Target[] => {
    this.CONSUME(target.OpenTargets);
    const targets = this.SUBRULE(this.targetList);
    this.CONSUME(target.CloseTargets);
    return targets;
  });

  protected readonly targetList = this.RULE('targetList', (): Target[] => {
    const targets: Target[] = [];
    this.AT_LEAST_ONE_SEP({
      SEP: target.TargetSeparator,
      DEF: () => targets.push(this.SUBRULE(this.target)),
      ERR_MSG: 'a variable name',
    });
    return targets;
  });

  protected readonly target = this.RULE('target', (): Target => {
    const mode = this.OPTION(() => this.CONSUME(target.TargetMode));
    const variable = this.CONSUME(target.Variable);
    const selector = this.OPTION1(() => this.SUBRULE(this.selector));
    return this.ACTION(() => ({
      kind: 'Target',
      mode: modeOf(mode),
      variable: this.text(variable),
      selector,
      span: this.spanFrom(mode ?? variable),
    }));
  });

  protected readonly selector = this.RULE('selector', (): Selector => {
    const selector = this.CONSUME(target.Selector);
    return this.ACTION(() => {
      const text = this.text(selector);
      if (tokenMatcher(selector, target.XPath)) return decode.decodeXPath(text);
      if (tokenMatcher(selector, target.Pattern)) return decode.decodePattern(text);
      return decode.decodeKey(text);
    });
  });

  protected readonly actions = this.RULE('actions', (): Action[] =>
    this.OR({
      DEF: [
        { ALT: () => this.SUBRULE(this.quotedActions) },
        { ALT: () => this.SUBRULE(this.actionList) },
      ],
      ERR_MSG: 'an action list in double quotes',
    }),
  );

  protected readonly quotedActions = this.RULE('quotedActions', (): Action[] => {
    this.CONSUME(rule.OpenActions);
    const actions = this.OPTION(() => this.SUBRULE(this.actionList)) ?? [];
    this.CONSUME(rule.CloseActions);
    return actions;
  });

  protected readonly actionList = this.RULE('actionList', (): Action[] => {
    const actions: Action[] = [];
    this.AT_LEAST_ONE_SEP({
      SEP: rule.Comma,
      DEF: () => actions.push(this.SUBRULE(this.action)),
      ERR_MSG: 'an action',
    });
    return actions;
  });

  protected readonly action = this.RULE('action', (): Action => {
    const name = this.CONSUME(rule.ActionName);
    const argument = this.OPTION(() => this.CONSUME(rule.ActionArgument));
    return this.ACTION(() => ({
      name: decode.trim(this.text(name)),
      argument: argument && decode.decodeActionArgument(this.text(argument)),
      span: this.spanFrom(name),
    }));
  });

  /** Sets the line and the tokens that the next grammar rule parses. */
  protected start(line: LogicalLine, tokens: IToken[]): void {
    this.#line = line;
    this.input = tokens;
  }

  protected get line(): LogicalLine {
    invariant(this.#line !== undefined, 'a grammar rule ran before start');
    return this.#line;
  }

  protected text(token: IToken): Text {
    return { text: token.image, span: spanOf(this.line, token) };
  }

  /** Returns the span from `first` to the last consumed token, without blanks at its end. */
  protected spanFrom(first: IToken): Span {
    return { ...spanOf(this.line, first), end: decode.trim(this.text(this.LA(0))).span.end };
  }
}

function modeOf(sign: IToken | undefined): Target['mode'] {
  if (sign === undefined) return 'include';
  return sign.image === '!' ? 'exclude' : 'count';
}
