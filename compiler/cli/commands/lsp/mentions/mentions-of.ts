/** Finds all names in a directive. */
import type { Directive, Operator, RuleSelection, Target, Text } from '#compiler/1-parse/ast.ts';
import { operators } from '#compiler/language/operators/index.ts';
import type { Span } from '#compiler/source.ts';
import { actionMentions } from './action-mentions.ts';
import { keyOf, type Mention, nameOf, symbolOf } from './mention.ts';
import { filesIn, macrosIn, rulesIn } from './text-mentions.ts';

/** Returns the mentions in the order of the text. */
export function mentionsOf(directive: Directive): readonly Mention[] {
  return [directiveName(directive.span), ...partMentions(directive)];
}

function directiveName({ source, start, end }: Span): Mention {
  const [name = ''] = /^\w*/.exec(source.text.slice(start, Math.min(end, start + 100))) ?? [];
  return nameOf('directive', { text: name, span: { source, start, end: start + name.length } });
}

function partMentions(directive: Directive): readonly Mention[] {
  switch (directive.kind) {
    case 'SecRule':
      return [
        ...targetMentions(directive.targets),
        ...operatorMentions(directive.operator),
        ...actionMentions(directive.actions),
      ];
    case 'SecAction':
    case 'SecDefaultAction':
      return actionMentions(directive.actions);
    case 'SecMarker':
      return [symbolOf('marker', 'definition', directive.label)];
    case 'SecDataset':
      return [symbolOf('dataset', 'definition', directive.name)];
    case 'Include':
      return [{ kind: 'File', path: directive.pattern.text, span: directive.pattern.span }];
    case 'SecRuleRemove':
      return selected(directive.by, directive.values);
    case 'SecRuleUpdateTarget':
      return [
        ...selected(directive.by, directive.values),
        ...targetMentions(directive.targets),
        ...targetMentions(directive.replaced ?? []),
      ];
    case 'SecRuleUpdateAction':
      return [...directive.values.flatMap(rulesIn), ...actionMentions(directive.actions)];
    case 'Setting':
    case 'Broken':
      return [];
  }
}

function selected(by: RuleSelection, values: readonly Text[]): readonly Mention[] {
  switch (by) {
    case 'Id':
      return values.flatMap(rulesIn);
    case 'Tag':
      return values.map((value) => symbolOf('tag', 'reference', value));
    case 'Msg':
      return [];
  }
}

function targetMentions(targets: readonly Target[]): readonly Mention[] {
  return targets.flatMap(({ variable, selector }) => {
    const name = nameOf('variable', variable);
    return selector?.kind === 'Key' ? [name, keyOf(variable.text, selector)] : [name];
  });
}

function operatorMentions({ name, argument }: Operator): readonly Mention[] {
  return [nameOf('operator', name), ...operandMentions(name, argument)];
}

function operandMentions(name: Text, argument: Text): readonly Mention[] {
  switch (operators.get(name.text.toLowerCase())?.argument) {
    case 'phraseFile':
    case 'addressFile':
      return filesIn(argument);
    case 'phraseDataset':
    case 'addressDataset':
      return [symbolOf('dataset', 'reference', argument)];
    case 'text':
    case 'number':
      return macrosIn(argument);
    default:
      return [];
  }
}
