/**
 * Rule files as JSON for programs that edit rules: the texts of all items, one after the other, are the file. The
 * fields of a directive are what its text says; who changes a field changes that part of the text.
 */
import { isUtf8 } from 'node:buffer';
import { parse } from '../../1-parse/parse.ts';
import type { Diagnostics } from '../../diagnostics.ts';
import { positionOf, type SourceFile } from '../../source.ts';
import { type Fields, fieldsOf } from './fields.ts';

export const SCHEMA_VERSION = 1;

export type RuleDocument = {
  readonly schemaVersion: typeof SCHEMA_VERSION;
  readonly files: readonly FileDocument[];
};

export type FileDocument = {
  readonly path: string;
  /** Of the file's bytes; latin1: they are no UTF-8, and each char of a text is one byte. */
  readonly encoding: 'utf-8' | 'latin1';
  readonly items: readonly Item[];
};

export type Item =
  /** Comments one by one, with their line end; blank: everything else between directives. */
  | { readonly kind: 'comment' | 'blank'; readonly text: string }
  /** A directive that could not be read. */
  | { readonly kind: 'broken'; readonly line: number; readonly text: string }
  | DirectiveItem;

/** `line`: where it began when it was dumped. Without `text` it is new. */
export type DirectiveItem = Partial<Fields> & {
  readonly kind: 'directive';
  readonly line?: number | undefined;
  readonly text?: string | undefined;
};

/** Syntax errors are reported, and their lines stay as they are. */
export function fileDocument(source: SourceFile, diagnostics: Diagnostics): FileDocument {
  const encoding = isUtf8(Buffer.from(source.text, 'latin1')) ? 'utf-8' : 'latin1';
  const shown = (text: string): string =>
    encoding === 'utf-8' ? Buffer.from(text, 'latin1').toString('utf8') : text;
  const items: Item[] = [];
  let end = 0;
  const directives = parse(source, diagnostics).toSorted(
    (left, right) => left.span.start - right.span.start,
  );
  for (const directive of directives) {
    const { span } = directive;
    if (span.start < end) continue;
    items.push(...between(source.text.slice(end, span.start)));
    const text = source.text.slice(span.start, span.end);
    const { line } = positionOf(span);
    const fields = fieldsOf(directive);
    items.push(
      fields === undefined
        ? { kind: 'broken', line, text }
        : { kind: 'directive', line, text, ...fields },
    );
    end = span.end;
  }
  items.push(...between(source.text.slice(end)));
  return { path: source.path, encoding, items: items.map((item) => mapTexts(item, shown)) };
}

function between(text: string): readonly Item[] {
  const found = text.match(/^[ \t]*#[^\n]*(?:\n|$)|(?:(?!^[ \t]*#)[\s\S])+/gm) ?? [];
  return found.map((each) => ({ kind: /^[ \t]*#/.test(each) ? 'comment' : 'blank', text: each }));
}

/** Every text of the item made another, as when its encoding changes. */
export function mapTexts(item: Item, change: (text: string) => string): Item {
  if (item.kind !== 'directive') return { ...item, text: change(item.text) };
  const { text, name, arguments: list, targets, operator, actions } = item;
  return {
    ...item,
    ...(text !== undefined && { text: change(text) }),
    ...(name !== undefined && { name: change(name) }),
    ...(list !== undefined && { arguments: list.map(change) }),
    ...(targets !== undefined && { targets: targets.map(change) }),
    ...(operator !== undefined && { operator: change(operator) }),
    ...(actions !== undefined && {
      actions: actions.map((action) => ({
        name: change(action.name),
        ...(action.argument !== undefined && { argument: change(action.argument) }),
      })),
    }),
  };
}
