/** Directives -> their fields as plain data, and the spans of their arguments. */
import type { Action, Directive, Operator, Target } from '#compiler/1-parse/ast.ts';
import { type Span, textOf } from '#compiler/source.ts';

/** The fields of a directive, without quotes, escapes of quotes and line continuations. */
export type Fields = {
  readonly name: string;
  /** Targets as written, such as `!ARGS:x`. */
  readonly targets?: readonly string[];
  /** The third argument of SecRuleUpdateTarget directives: the targets that `targets` replace. */
  readonly replaced?: readonly string[];
  /** The operator with its argument, such as `!@rx evil`. */
  readonly operator?: string;
  readonly actions?: readonly ActionField[];
  /** The arguments of other directives; for SecRuleUpdate directives, the ids, tags or messages. */
  readonly arguments?: readonly string[];
};

export type ActionField = { readonly name: string; readonly argument?: string };

/** Returns the fields of a directive; undefined when it has a syntax error. */
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
      return {
        name,
        arguments: texts(directive),
        targets: directive.targets.map(targetField),
        ...(directive.replaced !== undefined && { replaced: directive.replaced.map(targetField) }),
      };
    case 'SecRuleUpdateAction':
      return { name, arguments: texts(directive), actions: directive.actions.map(actionField) };
    default:
      return { name, arguments: texts(directive) };
  }
}

/** Returns the arguments of a directive with their spans; for SecDataset, only the name of the set. */
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

/** Returns the target without line continuations. */
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
