/** The grammar of directives (docs/spec/seclang-syntax.md): maps sequences of tokens to AST nodes. */
import type { IToken } from 'chevrotain';
import type { Directive, RuleSelection, Text } from './ast.ts';
import * as decode from './decode.ts';
import * as t from './directive-tokens.ts';
import { ListGrammar } from './list-grammar.ts';
import type { LogicalLine } from './logical-lines.ts';
import * as rule from './rule-tokens.ts';

export type Mismatch = {
  readonly kind: 'Mismatch';
  /** A noun phrase; "" when the directive was already complete. */
  readonly expected: string;
  readonly found: IToken;
};

/** What an update expects, and does not find when it has only one argument. */
export const SELECTION_AND_LIST = 'a selection of rules followed by a list';

/** The parser of directives. One instance parses all lines, one after another. */
export class Grammar extends ListGrammar {
  constructor(...checks: ConstructorParameters<typeof ListGrammar>) {
    super(...checks);
    this.performSelfAnalysis();
  }

  /** Returns the directive that `tokens`, the tokens of `line`, form, or what was found instead. */
  parseLine(line: LogicalLine, tokens: IToken[]): Directive | Mismatch {
    this.start(line, tokens);
    const directive = this.directive();
    const error = this.errors[0];
    return error === undefined
      ? directive
      : { kind: 'Mismatch', expected: error.message, found: error.token };
  }

  private readonly directive = this.RULE(
    'directive',
    (): Directive =>
      this.OR({
        DEF: [
          { ALT: () => this.SUBRULE(this.secRule) },
          { ALT: () => this.SUBRULE(this.secAction) },
          { ALT: () => this.SUBRULE(this.secMarker) },
          { ALT: () => this.SUBRULE(this.include) },
          { ALT: () => this.SUBRULE(this.removeById) },
          { ALT: () => this.SUBRULE(this.removeByText) },
          { ALT: () => this.SUBRULE(this.updateTarget) },
          { ALT: () => this.SUBRULE(this.updateAction) },
          { ALT: () => this.SUBRULE(this.dataset) },
          { ALT: () => this.SUBRULE(this.setting) },
        ],
        ERR_MSG: 'a directive name',
      }),
  );

  private readonly secRule = this.RULE('secRule', (): Directive => {
    this.CONSUME(t.SecRule);
    const targets = this.SUBRULE(this.targets);
    const operator = this.CONSUME(rule.Operator);
    const actions = this.OPTION(() => this.SUBRULE(this.actions)) ?? [];
    return this.ACTION(() => ({
      kind: 'SecRule',
      targets,
      operator: decode.decodeOperator(this.text(operator)),
      actions,
      span: this.line.span,
    }));
  });

  private readonly secAction = this.RULE('secAction', (): Directive => {
    const name = this.CONSUME(t.SecAction);
    const actions = this.SUBRULE(this.actions);
    return this.ACTION(() => {
      const kind = /default/i.test(name.image) ? 'SecDefaultAction' : 'SecAction';
      return { kind, actions, span: this.line.span };
    });
  });

  private readonly secMarker = this.RULE('secMarker', (): Directive => {
    this.CONSUME(t.SecMarker);
    const label = this.SUBRULE(this.wholeText);
    return this.ACTION(() => ({ kind: 'SecMarker', label, span: this.line.span }));
  });

  private readonly include = this.RULE('include', (): Directive => {
    const name = this.CONSUME(t.Include);
    const pattern = this.SUBRULE(this.wholeText);
    return this.ACTION(() => {
      const optional = /optional/i.test(name.image);
      return { kind: 'Include', optional, pattern, span: this.line.span };
    });
  });

  private readonly removeById = this.RULE('removeById', (): Directive => {
    this.CONSUME(t.RemoveById);
    const ids: IToken[] = [];
    this.AT_LEAST_ONE({
      DEF: () => ids.push(this.CONSUME(t.Argument)),
      ERR_MSG: 'a rule id',
    });
    return this.ACTION(() => {
      const values = ids.flatMap((id) => this.valuesOf('Id', id));
      return { kind: 'SecRuleRemove', by: 'Id', values, span: this.line.span };
    });
  });

  private readonly removeByText = this.RULE('removeByText', (): Directive => {
    const name = this.CONSUME(t.RemoveByText);
    const value = this.SUBRULE(this.wholeText);
    return this.ACTION(() => {
      const by = selectionOf(name);
      return { kind: 'SecRuleRemove', by, values: [value], span: this.line.span };
    });
  });

  private readonly updateTarget = this.RULE('updateTarget', (): Directive => {
    const name = this.CONSUME(t.UpdateTarget);
    const selected = this.SUBRULE(this.leadingArguments);
    const targets = this.SUBRULE(this.targets);
    return this.ACTION(() => {
      const by = selectionOf(name);
      const values = selected.flatMap((value) => this.valuesOf(by, value));
      const { span } = this.line;
      return { kind: 'SecRuleUpdateTarget', by, values, targets, replaced: undefined, span };
    });
  });

  private readonly updateAction = this.RULE('updateAction', (): Directive => {
    this.CONSUME(t.UpdateAction);
    const selected = this.SUBRULE(this.leadingArguments);
    const actions = this.SUBRULE(this.actions);
    return this.ACTION(() => {
      const values = selected.flatMap((value) => this.valuesOf('Id', value));
      return { kind: 'SecRuleUpdateAction', values, actions, span: this.line.span };
    });
  });

  private readonly dataset = this.RULE('dataset', (): Directive => {
    this.CONSUME(t.SecDataset);
    const name = this.CONSUME(t.DatasetName);
    const block = this.CONSUME(t.DatasetBlock);
    return this.ACTION(() => ({
      kind: 'SecDataset',
      name: decode.unquote(this.text(name)),
      entries: decode.decodeEntries(block.image),
      span: this.line.span,
    }));
  });

  private readonly setting = this.RULE('setting', (): Directive => {
    const name = this.CONSUME(t.SettingName);
    const values: IToken[] = [];
    this.MANY(() => values.push(this.CONSUME(t.Argument)));
    return this.ACTION(() => ({
      kind: 'Setting',
      name: decode.trim(this.text(name)),
      arguments: values.map((value) => decode.unquote(this.text(value))),
      span: this.line.span,
    }));
  });

  private readonly wholeText = this.RULE('wholeText', (): Text => {
    const text = this.CONSUME(t.WholeText);
    return this.ACTION(() => decode.unquote(this.text(text)));
  });

  private readonly leadingArguments = this.RULE('leadingArguments', (): IToken[] => {
    const values: IToken[] = [];
    this.AT_LEAST_ONE({
      DEF: () => values.push(this.CONSUME(t.LeadingArgument)),
      ERR_MSG: SELECTION_AND_LIST,
    });
    return values;
  });

  /** Splits ids, which may share one pair of quotes. A tag or message is one value. */
  private valuesOf(by: RuleSelection, argument: IToken): Text[] {
    const value = decode.unquote(this.text(argument));
    return by === 'Id' ? decode.wordsOf(value) : [value];
  }
}

function selectionOf({ image }: IToken): RuleSelection {
  if (/ById/i.test(image)) return 'Id';
  return /ByTag/i.test(image) ? 'Tag' : 'Msg';
}
