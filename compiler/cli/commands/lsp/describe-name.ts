/** Documentation of a SecLang name, from the language tables: a sentence, facts, and differences from other engines. */
import { actions, refusedActions } from '#compiler/language/actions.ts';
import { controls, ignoredControls, refusedControls } from '#compiler/language/controls.ts';
import {
  type DirectiveRecord,
  directives,
  ruleDirectives,
} from '#compiler/language/directives/index.ts';
import type { NameRecord, UnsupportedName } from '#compiler/language/name-record.ts';
import {
  operators,
  refusedOperators,
  skippedOperators,
} from '#compiler/language/operators/index.ts';
import {
  none,
  transformationRecord,
  transformations,
} from '#compiler/language/transformations/index.ts';
import { refusedVariables, variables } from '#compiler/language/variables/index.ts';
import type { NameKind } from './mentions/mention.ts';

type Description = Partial<NameRecord> & {
  /** The name in its usual spelling. */
  readonly title: string;
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

/** Returns Markdown; undefined when there is no such name. */
export function describeName(kind: NameKind, name: string): string | undefined {
  const description = describers[kind](name.trim());
  if (description === undefined) return undefined;
  const { title, documentation, facts, differs } = description;
  return [
    `**${title}**${documentation === undefined ? '' : ` - ${documentation}`}`,
    ...(facts.length === 0 ? [] : [`${facts.join('; ')}.`]),
    ...(differs === undefined ? [] : [`Differs from other engines: ${differs}`]),
  ].join('\n\n');
}

function describeDirective(written: string): Description | undefined {
  const lower = written.toLowerCase();
  const record = directives.get(lower);
  if (record !== undefined)
    return { ...record, title: record.name, facts: factsOfDirective(record) };
  return describeNamed(ruleDirectives, lower, '');
}

/** Describes a name without facts, ignoring its case. */
function describeNamed(
  records: ReadonlyMap<string, NameRecord>,
  lower: string,
  prefix: string,
): Description | undefined {
  const [name, record] = [...records].find(([each]) => each.toLowerCase() === lower) ?? [];
  return name === undefined ? undefined : { ...record, title: prefix + name, facts: [] };
}

function factsOfDirective(record: DirectiveRecord): readonly string[] {
  switch (record.kind) {
    case 'Switch':
      return ['On or Off'];
    case 'Number':
      return [`A number from ${record.from} to ${record.to}`];
    case 'Choice':
      return [`One of ${record.choices.join(', ')}`];
    case 'Ignored':
      return [`Without effect here: ${withoutStop(record.why)}`];
    case 'Refused':
      return [`Refused: ${withoutStop(record.why)}`];
    default:
      return [];
  }
}

function describeVariable(written: string): Description | undefined {
  const name = written.toUpperCase();
  const record = variables.get(name);
  if (record === undefined) return refusal(name, refusedVariables.get(written.toLowerCase()));
  const filled = record.phase === 1 ? 'in every phase' : `from phase ${record.phase} on`;
  const kind = record.kind === 'scalar' ? 'One value' : 'A collection: NAME:key selects';
  return { ...record, title: name, facts: [kind, `filled ${filled}`] };
}

function describeOperator(written: string): Description | undefined {
  const lower = written.toLowerCase();
  const record = operators.get(lower);
  if (record === undefined) {
    return refusal(`@${written}`, refusedOperators.get(lower) ?? skippedOperators.get(lower));
  }
  const { captures, into = 'TX' } = record;
  const facts = captures === undefined ? [] : [`Captures to ${into}`];
  return { ...record, title: `@${record.name}`, facts };
}

function describeTransformation(written: string): Description | undefined {
  const lower = written.toLowerCase();
  if (lower === none.name) return { ...none, title: `t:${none.name}`, facts: [] };
  const name = transformations.get(lower);
  return name && { ...transformationRecord(name), title: `t:${name}`, facts: [] };
}

function describeAction(written: string): Description | undefined {
  const lower = written.toLowerCase();
  const record = actions.get(lower);
  if (record !== undefined) return { ...record, title: written, facts: [] };
  return refusal(written, refusedActions.get(lower));
}

function describeControl(written: string): Description | undefined {
  const lower = written.toLowerCase();
  const known = describeNamed(controls, lower, 'ctl:');
  if (known !== undefined) return known;
  const unsupported = ignoredControls.get(lower) ?? refusedControls.get(lower);
  return unsupported && refusal(`ctl:${unsupported.name}`, unsupported);
}

function refusal(title: string, unsupported: UnsupportedName | undefined): Description | undefined {
  if (unsupported === undefined) return undefined;
  return { title, documentation: 'Not supported here.', facts: [withoutStop(unsupported.why)] };
}

function withoutStop(sentence: string): string {
  return sentence.replace(/\.$/, '');
}
