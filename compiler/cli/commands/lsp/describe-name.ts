/** The documentation of a name of the language, from its tables: a sentence, its facts, how it differs elsewhere. */
import { actions, refusedActions } from '../../../language/actions.ts';
import { ignoredControls, refusedControls } from '../../../language/controls.ts';
import { differences } from '../../../language/differences.ts';
import { type DirectiveRow, directiveRow } from '../../../language/directives.ts';
import { actionTexts } from '../../../language/documentation/actions.ts';
import { controlTexts } from '../../../language/documentation/controls.ts';
import { directiveTexts } from '../../../language/documentation/directives.ts';
import { operatorTexts } from '../../../language/documentation/operators.ts';
import { transformationTexts } from '../../../language/documentation/transformations.ts';
import { variableTexts } from '../../../language/documentation/variables.ts';
import { operators, refusedOperators, skippedOperators } from '../../../language/operators.ts';
import { transformations } from '../../../language/transformations.ts';
import { refusedVariables, variables } from '../../../language/variables.ts';
import type { NameKind } from './mentions/mention.ts';

type Description = {
  /** As people write it. */
  readonly title: string;
  readonly text: string | undefined;
  readonly facts: readonly string[];
};

const describers: Readonly<Record<NameKind, (name: string) => Description | undefined>> = {
  directive: describeDirective,
  variable: describeVariable,
  operator: describeOperator,
  transformation: describeTransformation,
  action: describeAction,
  control: describeControl,
};

const differenceOf: ReadonlyMap<string, string> = new Map(
  [...differences].map(([name, text]) => [name.toLowerCase(), text]),
);

/** Markdown; undefined: there is no such name. */
export function describeName(kind: NameKind, name: string): string | undefined {
  const description = describers[kind](name.trim());
  if (description === undefined) return undefined;
  const { title, text, facts } = description;
  const difference = differenceOf.get(title.replace(/^t:/, '').toLowerCase());
  return [
    `**${title}**${text === undefined ? '' : ` - ${text}`}`,
    ...(facts.length === 0 ? [] : [`${facts.join('; ')}.`]),
    ...(difference === undefined ? [] : [`Differs from other engines: ${difference}`]),
  ].join('\n\n');
}

function describeDirective(written: string): Description | undefined {
  const [name, row] = directiveRow(written) ?? [];
  if (name !== undefined && row !== undefined) {
    return { title: name, text: directiveTexts.get(name), facts: factsOfDirective(row) };
  }
  const known = [...directiveTexts].find(([each]) => each.toLowerCase() === written.toLowerCase());
  return known && { title: known[0], text: known[1], facts: [] };
}

function factsOfDirective(row: DirectiveRow): readonly string[] {
  switch (row.kind) {
    case 'Switch':
      return ['On or Off'];
    case 'Number':
      return [`A number from ${row.from} to ${row.to}`];
    case 'Choice':
      return [`One of ${row.choices.join(', ')}`];
    case 'Ignored':
      return [`Without effect here: ${withoutStop(row.why)}`];
    case 'Refused':
      return [`Refused: ${withoutStop(row.why)}`];
    default:
      return [];
  }
}

function describeVariable(written: string): Description | undefined {
  const name = written.toUpperCase();
  const row = variables.get(name);
  if (row === undefined) return refusal(name, refusedVariables.get(name));
  const filled = row.phase === 1 ? 'in every phase' : `from phase ${row.phase} on`;
  const kind = row.kind === 'scalar' ? 'One value' : 'A collection: NAME:key selects';
  return { title: name, text: variableTexts.get(name), facts: [kind, `filled ${filled}`] };
}

function describeOperator(written: string): Description | undefined {
  const lower = written.toLowerCase();
  const row = operators.get(lower);
  if (row === undefined) {
    return refusal(`@${written}`, refusedOperators.get(lower) ?? skippedOperators.get(lower));
  }
  const captures = row.captures === undefined ? [] : [`Captures to ${row.into}`];
  return { title: `@${row.name}`, text: operatorTexts.get(lower), facts: captures };
}

function describeTransformation(written: string): Description | undefined {
  const lower = written.toLowerCase();
  const name = lower === 'none' ? lower : transformations.get(lower);
  return name && { title: `t:${name}`, text: transformationTexts.get(lower), facts: [] };
}

function describeAction(written: string): Description | undefined {
  const lower = written.toLowerCase();
  const row = actions.get(lower);
  if (row === undefined) return refusal(written, refusedActions.get(lower));
  return { title: written, text: actionTexts.get(lower), facts: [] };
}

function describeControl(written: string): Description | undefined {
  const isSelected = ([name]: readonly [string, string]): boolean =>
    name.toLowerCase() === written.toLowerCase();
  const known = [...controlTexts].find(isSelected);
  if (known !== undefined) return { title: `ctl:${known[0]}`, text: known[1], facts: [] };
  const [name, why] = [...ignoredControls, ...refusedControls].find(isSelected) ?? [];
  return name === undefined ? undefined : refusal(`ctl:${name}`, why);
}

function refusal(title: string, why: string | undefined): Description | undefined {
  return why === undefined
    ? undefined
    : { title, text: 'Not supported here.', facts: [withoutStop(why)] };
}

function withoutStop(sentence: string): string {
  return sentence.replace(/\.$/, '');
}
