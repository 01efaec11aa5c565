/**
 * Compares directives without what the layout may change: positions, the case of names, and the order of independent
 * actions.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Action, Directive, Operator, Target } from '../1-parse/ast.ts';
import { effectsOf, inOrder } from './action-order.ts';

export function sameMeaning(left: readonly Directive[], right: readonly Directive[]): boolean {
  return isDeepStrictEqual(left.map(meaningOf), right.map(meaningOf));
}

function meaningOf(directive: Directive): unknown {
  const { kind } = directive;
  switch (kind) {
    case 'SecRule': {
      const { targets, operator, actions } = directive;
      return [kind, targets.map(targetMeaning), operatorMeaning(operator), actionsMeaning(actions)];
    }
    case 'SecAction':
      return [kind, actionsMeaning(directive.actions)];
    case 'SecDefaultAction':
      return [kind, directive.actions.map(actionMeaning)];
    case 'SecMarker':
      return [kind, directive.label.text];
    case 'Include':
      return [kind, directive.optional, directive.pattern.text];
    case 'SecRuleRemove':
      return [kind, directive.by, textsOf(directive.values)];
    case 'SecRuleUpdateTarget': {
      const { by, values, targets, replaced } = directive;
      return [kind, by, textsOf(values), targets.map(targetMeaning), replaced?.map(targetMeaning)];
    }
    case 'SecRuleUpdateAction':
      return [kind, textsOf(directive.values), actionsMeaning(directive.actions)];
    case 'SecDataset':
      return [kind, directive.name.text, directive.entries];
    case 'Setting':
      return [kind, directive.name.text.toLowerCase(), textsOf(directive.arguments)];
    case 'Broken':
      return [kind];
  }
}

function textsOf(texts: readonly { readonly text: string }[]): readonly string[] {
  return texts.map(({ text }) => text);
}

function targetMeaning({ mode, variable, selector }: Target): unknown {
  return [mode, variable.text.toUpperCase(), selector?.kind, selector?.text];
}

function operatorMeaning({ negated, name, argument }: Operator): unknown {
  return [negated, name.text.toLowerCase(), argument.text];
}

function actionsMeaning(actions: readonly Action[]): unknown {
  return [inOrder(actions).map(actionMeaning), effectsOf(actions).map(actionMeaning)];
}

/** Names of transformations and of options of ctl are compared without case, too. */
function actionMeaning({ name, argument }: Action): readonly (string | undefined)[] {
  const own = name.text.toLowerCase();
  if (argument === undefined) return [own, undefined];
  if (own === 't') return [own, argument.text.toLowerCase()];
  if (own !== 'ctl') return [own, argument.text];
  return [own, argument.text.replace(/^[^=]*/, (option) => option.toLowerCase())];
}
