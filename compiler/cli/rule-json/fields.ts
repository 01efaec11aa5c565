/** What a directive says, as plain data, and where each part of it stands. */
import type { Action, Directive, Operator, Target } from '../../1-parse/ast.ts';
import { type Span, textOf } from '../../source.ts';

/** Quotes, escapes of quotes and continuation lines are undone. */
export type Fields = {
  readonly name: string;
  /** `!ARGS:x`, as written. */
  readonly targets?: readonly string[];
  /** `!@rx evil`. */
  readonly operator?: string;
  readonly actions?: readonly ActionField[];
  /** What other directives have after their name; of updates the ids, tags or messages. */
  readonly arguments?: readonly string[];
};

export type ActionField = { readonly name: string; readonly argument?: string };

/** undefined: a directive that could not be read. */
export function fieldsOf(directive: Directive): Fields | undefined {
  const name = nameOf(directive.span);
  switch (directive.kind) {
    case 'Broken':
      return undefined;
    case 'SecRule': {
      const { targets, operator, actions } = directive;
      return {
        name,
        targets: targets.map(targetField),
        operator: operatorField(operator),
        actions: actions.map(actionField),
      };
    }
    case 'SecAction':
    case 'SecDefaultAction':
      return { name, actions: directive.actions.map(actionField) };
    case 'SecRuleUpdateTarget':
      return { name, arguments: texts(directive), targets: directive.targets.map(targetField) };
    case 'SecRuleUpdateAction':
      return { name, arguments: texts(directive), actions: directive.actions.map(actionField) };
    default:
      return { name, arguments: texts(directive) };
  }
}

/** The arguments of a directive with their spans; of a data set only its name. */
export function argumentsOf(directive: Directive): readonly { text: string; span: Span }[] {
  switch (directive.kind) {
    case 'SecMarker':
      return [directive.label];
    case 'Include':
      return [directive.pattern];
    case 'SecRuleRemove':
    case 'SecRuleUpdateTarget':
    case 'SecRuleUpdateAction':
      return directive.values;
    case 'SecDataset':
      return [directive.name];
    case 'Setting':
      return directive.arguments;
    default:
      return [];
  }
}

function texts(directive: Directive): readonly string[] {
  return argumentsOf(directive).map(({ text }) => text);
}

export function nameOf(span: Span): string {
  return /^[^ \t\r\n\\]*/.exec(textOf(span))?.[0] ?? '';
}

/** Of one line, however many it is written on. */
export function targetField({ span }: Target): string {
  return joined(textOf(span));
}

export function operatorField({ negated, name, argument, span }: Operator): string {
  const isNamed = /^"?!?[ \t]*@/.test(textOf(span));
  const head = isNamed ? `@${name.text}` : '';
  return `${negated ? '!' : ''}${[head, argument.text].filter((text) => text !== '').join(' ')}`;
}

export function actionField({ name, argument }: Action): ActionField {
  return argument === undefined
    ? { name: name.text }
    : { name: name.text, argument: argument.text };
}

function joined(text: string): string {
  return text.replace(/\\\r?\n[ \t]*/g, '');
}
