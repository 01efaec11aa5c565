/** Problems of names: those that SecLang does not have, and those that Portcullis does not support. */
import { error, type Problem, warning } from '../diagnostics.ts';
import { didYouMean, suggest } from '../suggest.ts';

/** Reports a name that SecLang does not have. `names` are the existing ones, from which a suggestion is chosen. */
const unknownName = (
  code: string,
  message: string,
  name: string,
  names: Iterable<string>,
  mark = '',
): Problem => {
  const { near, fix } = suggest(name, names);
  return {
    ...error(code, message, didYouMean(near && mark + near)),
    ...(fix !== undefined && { fix }),
    ...(near !== undefined && { suggestion: { from: name, to: near } }),
  };
};

export const unknownDirective = (name: string, names: Iterable<string>): Problem =>
  unknownName('unknown-directive', `Unknown directive ${name}.`, name, names);
export const refusedDirective = (name: string, why: string): Problem =>
  error('refused-directive', `The directive ${name} is not supported.`, why);
export const unknownVariable = (name: string, names: Iterable<string>): Problem =>
  unknownName('unknown-variable', `Unknown variable ${name}.`, name, names);
/** Reports a target that is written in another way: `to` is the right way. */
export const miswrittenTarget = (name: string, to: string): Problem => ({
  ...error('unknown-variable', `Unknown variable ${name}.`, `Write ${to}.`),
  suggestion: { from: name, to },
});
export const refusedVariable = (name: string, why: string): Problem =>
  error('refused-variable', `The variable ${name} is not supported.`, why);
export const unknownOperator = (name: string, names: Iterable<string>): Problem =>
  unknownName('unknown-operator', `Unknown operator @${name}.`, name, names, '@');
/** `operator`: the one that is negated; undefined when its name is unknown. */
export const lateNegation = (name: string, operator: string | undefined): Problem => ({
  ...error(
    'unknown-operator',
    `Unknown operator @${name}.`,
    `Write ${operator === undefined ? 'the ! before the @' : `!@${operator}`}.`,
  ),
  ...(operator !== undefined && { fix: { from: `@${name}`, to: `!@${operator}` } }),
});
export const refusedOperator = (name: string, why: string): Problem =>
  error('refused-operator', `The operator @${name} is not supported.`, why);
export const skippedOperator = (name: string, why: string): Problem =>
  warning('skipped-operator', `The operator @${name} is not evaluated: the rule is left out.`, why);
/** A list such as t:lowercase|urlDecode gets a hint of its own. */
export const unknownTransformation = (name: string, names: Iterable<string>): Problem => {
  const message = `Unknown transformation t:${name}.`;
  const [, ...others] = name.split(/[|;+ \t]/);
  return others.length === 0
    ? unknownName('unknown-transformation', message, name, names)
    : error(
        'unknown-transformation',
        message,
        'Write an action for each of them: t:lowercase,t:urlDecode.',
      );
};
export const unknownAction = (name: string, names: Iterable<string>): Problem =>
  unknownName('unknown-action', `Unknown action ${name}.`, name, names);
/** Reports an action that is written in another way: `to` is the right way. */
export const miswrittenAction = (name: string, to: string): Problem => ({
  ...error('unknown-action', `Unknown action ${name}.`, `Write ${to}.`),
  suggestion: { from: name, to },
});
/** Reports an operator in an action list. */
export const misplacedOperator = (name: string): Problem =>
  error(
    'unknown-action',
    `Unknown action ${name}.`,
    'Write the operator before the actions: SecRule ARGS "@rx a" "id:1".',
  );
/** Reports what follows a comma in a text without quotes. `before` is the action of the text. */
export const cutText = (name: string, before: string): Problem =>
  error(
    'unknown-action',
    `Unknown action ${name}.`,
    `If it belongs to ${before}, put the text in single quotes: ${before}:'a, b'.`,
  );
export const refusedAction = (name: string, why: string): Problem =>
  error('refused-action', `The action ${name} is not supported.`, why);
export const unknownControl = (name: string, names: Iterable<string>): Problem =>
  unknownName('unknown-ctl', `Unknown ctl option ${name}.`, name, names);
/** Reports an option that is written in another way: `to` is the right way. */
export const miswrittenControl = (name: string, to: string): Problem => ({
  ...error('unknown-ctl', `Unknown ctl option ${name}.`, `Write ${to}.`),
  suggestion: { from: name, to },
});
export const refusedControl = (name: string, why: string): Problem =>
  error('refused-ctl', `The ctl option ${name} is not supported.`, why);
