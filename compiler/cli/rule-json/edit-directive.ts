/** Edits fields of a directive in its text. All other bytes stay unchanged. */
import type { Directive, Target } from '#compiler/1-parse/ast.ts';
import { parse } from '#compiler/1-parse/parse.ts';
import { Diagnostics } from '#compiler/diagnostics.ts';
import type { Span } from '#compiler/source.ts';
import type { DirectiveItem } from './document.ts';
import {
  type ActionField,
  actionField,
  argumentsOf,
  fieldsOf,
  nameOf,
  operatorField,
  targetField,
} from './fields.ts';
import { newDirective, quotedAction, quotedArgument, quotedOperator } from './new-directive.ts';

export type Edited =
  | { readonly kind: 'Ok'; readonly text: string }
  | { readonly kind: 'Error'; readonly message: string };

type Splice = { readonly start: number; readonly end: number; readonly text: string };

/** Returns the edited text, or why it cannot be written. Missing fields do not change the text. */
export function editDirective(item: DirectiveItem): Edited {
  const { text } = item;
  if (text === undefined) return checked(newDirective(item), item);
  const directive = read(text);
  if (directive === undefined) return wrong('its text is not one directive');
  return checked(spliced(text, splicesOf(directive, item)), item);
}

const FIELDS = ['name', 'targets', 'replaced', 'operator', 'actions', 'arguments'] as const;

/** Checks that the text parses to the fields of `item`: SecLang cannot represent some texts. */
function checked(text: string, item: DirectiveItem): Edited {
  const directive = read(text);
  const fields = directive === undefined ? undefined : fieldsOf(directive);
  if (fields === undefined) return wrong(`this is not a directive: ${text}`);
  for (const name of FIELDS) {
    const isAsWritten = JSON.stringify(item[name]) === JSON.stringify(fields[name]);
    if (item[name] !== undefined && !isAsWritten) {
      return wrong(`its ${name} cannot be written as ${JSON.stringify(item[name])}`);
    }
  }
  return { kind: 'Ok', text };
}

function wrong(message: string): Edited {
  return { kind: 'Error', message };
}

function read(text: string): Directive | undefined {
  const [directive, ...others] = parse({ path: 'item', text }, new Diagnostics());
  return others.length === 0 ? directive : undefined;
}

function spliced(text: string, splices: readonly Splice[]): string {
  return splices
    .toSorted((left, right) => right.start - left.start)
    .reduce((before, { start, end, text: put }) => {
      return before.slice(0, start) + put + before.slice(end);
    }, text);
}

function splicesOf(directive: Directive, item: DirectiveItem): readonly Splice[] {
  const { span } = directive;
  const name = nameOf(span);
  return [
    ...(item.name === undefined || item.name === name
      ? []
      : [{ start: span.start, end: span.start + name.length, text: item.name }]),
    ...targetSplices(directive, item),
    ...replacedSplices(directive, item),
    ...operatorSplices(directive, item),
    ...actionSplices(directive, item),
    ...argumentSplices(directive, item),
  ];
}

function targetSplices(directive: Directive, { targets }: DirectiveItem): readonly Splice[] {
  if (targets === undefined || !('targets' in directive)) return [];
  return targetListSplices(directive.targets, targets);
}

/** A directive without replaced targets gets them as a further argument. */
function replacedSplices(directive: Directive, { replaced }: DirectiveItem): readonly Splice[] {
  if (replaced === undefined || directive.kind !== 'SecRuleUpdateTarget') return [];
  if (directive.replaced !== undefined) return targetListSplices(directive.replaced, replaced);
  const { end } = directive.span;
  return [{ start: end, end, text: ` "${replaced.join('|')}"` }];
}

function targetListSplices(
  targets: readonly Target[],
  wanted: readonly string[],
): readonly Splice[] {
  const written = targets.map((target) => ({ key: targetField(target), span: target.span }));
  return listSplices(
    written,
    wanted.map((text) => ({ key: text, text })),
    '|',
  );
}

function operatorSplices(directive: Directive, { operator }: DirectiveItem): readonly Splice[] {
  if (operator === undefined || directive.kind !== 'SecRule') return [];
  if (operatorField(directive.operator) === operator) return [];
  const { start, end } = directive.operator.span;
  return [{ start, end, text: quotedOperator(operator) }];
}

function actionSplices(directive: Directive, { actions }: DirectiveItem): readonly Splice[] {
  if (actions === undefined || !('actions' in directive)) return [];
  const written = directive.actions.map((action) => ({
    key: JSON.stringify(actionField(action)),
    span: action.span,
  }));
  const wanted = actions.map((action: ActionField) => {
    return { key: JSON.stringify(action), text: quotedAction(action) };
  });
  if (written.length > 0) return listSplices(written, wanted, ',');
  const list = wanted.map(({ text }) => text).join(',');
  const { end } = directive.span;
  return wanted.length === 0 ? [] : [{ start: end, end, text: ` "${list}"` }];
}

/** Replaces arguments one by one. Their number must stay the same, because the separator of further ones is unknown. */
function argumentSplices(directive: Directive, item: DirectiveItem): readonly Splice[] {
  const written = argumentsOf(directive);
  const { source } = directive.span;
  if (item.arguments?.length !== written.length) return [];
  return written.flatMap(({ text, span }, index) => {
    const wanted = item.arguments?.[index] ?? '';
    if (wanted === text) return [];
    const isQuoted = source.text[span.start - 1] === '"';
    return [{ start: span.start, end: span.end, text: quotedArgument(wanted, isQuoted) }];
  });
}

type Written = { readonly key: string; readonly span: Span };
type Wanted = { readonly key: string; readonly text: string };

/**
 * Returns the splice that turns the list `written` into `wanted`. Unchanged items, and the gaps between neighbours, keep
 * their bytes. A new item gets the gap of the preceding items.
 */
function listSplices(
  written: readonly Written[],
  wanted: readonly Wanted[],
  separator: string,
): readonly Splice[] {
  const [first, last] = [written[0], written.at(-1)];
  const isSame =
    written.length === wanted.length &&
    written.every(({ key }, index) => key === wanted[index]?.key);
  if (isSame || first === undefined || last === undefined) return [];
  const { text } = first.span.source;
  const gapAfter = (index: number): string => {
    const [left, right] = [written[index], written[index + 1]];
    if (left !== undefined && right !== undefined)
      return text.slice(left.span.end, right.span.start);
    return index > 0 ? gapAfter(index - 1) : separator;
  };
  let [out, at] = ['', -1];
  for (const [index, { key, text: fresh }] of wanted.entries()) {
    const found = written.findIndex((each, location) => location > at && each.key === key);
    if (index > 0)
      out += gapAfter(Math.max(0, found === at + 1 ? at : Math.min(at, written.length - 1)));
    const same = written[found];
    out += same === undefined ? fresh : text.slice(same.span.start, same.span.end);
    if (found !== -1) at = found;
  }
  return [{ start: first.span.start, end: last.span.end, text: out }];
}
