/** Parsing for tests: text in, one readable line per directive and the diagnostics out. */
import type { Action, Directive, Operator, Target, Text } from '#compiler/1-parse/ast.ts';
import { parse } from '#compiler/1-parse/parse.ts';
import { Diagnostics, formatDiagnostic } from '#compiler/diagnostics.ts';

export type Outcome = {
  readonly directives: readonly Directive[];
  readonly summaries: readonly string[];
  readonly diagnostics: readonly string[];
};

export function parseText(text: string): Outcome {
  const diagnostics = new Diagnostics();
  const directives = parse({ path: 'a.conf', text }, diagnostics);
  return {
    directives,
    summaries: directives.map(summarize),
    diagnostics: diagnostics.list.map(formatDiagnostic),
  };
}

/** `SecRule ARGS !ARGS:a &TX:/b/ XML:xpath(/c) !@rx{d} id{1} deny`; undefined values show as nothing, "" as `{}`. */
export function summarize(directive: Directive): string {
  switch (directive.kind) {
    case 'SecRule':
      return line(
        'SecRule',
        targets(directive.targets),
        operator(directive.operator),
        actions(directive.actions),
      );
    case 'SecAction':
    case 'SecDefaultAction':
      return line(directive.kind, actions(directive.actions));
    case 'SecMarker':
      return line('SecMarker', braces(directive.label));
    case 'Include':
      return line(directive.optional ? 'IncludeOptional' : 'Include', braces(directive.pattern));
    case 'SecRuleRemove':
      return line(`Remove${directive.by}`, ...directive.values.map(braces));
    case 'SecRuleUpdateTarget':
      return line(
        `UpdateTarget${directive.by}`,
        ...directive.values.map(braces),
        targets(directive.targets),
      );
    case 'SecRuleUpdateAction':
      return line('UpdateAction', ...directive.values.map(braces), actions(directive.actions));
    case 'SecDataset':
      return line('SecDataset', braces(directive.name), JSON.stringify(directive.entries));
    case 'Setting':
      return line('Setting', directive.name.text, ...directive.arguments.map(braces));
    case 'Broken':
      return 'Broken';
  }
}

const modes = { include: '', exclude: '!', count: '&' } as const;

function targets(list: readonly Target[]): string {
  return list
    .map((target) => modes[target.mode] + target.variable.text + selector(target))
    .join(' ');
}

function selector({ selector }: Target): string {
  if (selector === undefined) return '';
  const { kind, text } = selector;
  return { Key: `:${text}`, Pattern: `:/${text}/`, XPath: `:xpath(${text})` }[kind];
}

function operator({ negated, name, argument }: Operator): string {
  return `${negated ? '!' : ''}@${name.text}${braces(argument)}`;
}

function actions(list: readonly Action[]): string {
  return list.map(({ name, argument }) => name.text + (argument ? braces(argument) : '')).join(' ');
}

function braces(text: Text): string {
  return `{${text.text}}`;
}

function line(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}

/** Every Text in a directive, at any depth. */
export function textsOf(value: unknown): Text[] {
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (typeof value !== 'object' || value === null) return [];
  return [...(isText(value) ? [value] : []), ...Object.values(value).flatMap(textsOf)];
}

function isText(value: object): value is Text {
  return 'text' in value && 'span' in value;
}
