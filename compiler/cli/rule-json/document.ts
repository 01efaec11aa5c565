/**
 * Rule files as JSON for programs that edit rules. The texts of all items, concatenated, are the file. The fields of a
 * directive are parsed from its text; a program that edits a field changes that part of the text.
 */
import { isUtf8 } from 'node:buffer';
import { parse } from '#compiler/1-parse/parse.ts';
import type { Diagnostics } from '#compiler/diagnostics.ts';
import { positionOf, type SourceFile } from '#compiler/source.ts';
import { type Fields, fieldsOf } from './fields.ts';

export const SCHEMA_VERSION = 1;

export type RuleDocument = {
  readonly schemaVersion: typeof SCHEMA_VERSION;
  readonly files: readonly FileDocument[];
};

export type FileDocument = {
  readonly path: string;
  /** The encoding of the file; latin1: it is not UTF-8, and each char of a text represents one byte. */
  readonly encoding: 'utf-8' | 'latin1';
  readonly items: readonly Item[];
};

export type Item =
  /** comment: one comment with its line end; blank: any other text between directives. */
  | { readonly kind: 'comment' | 'blank'; readonly text: string }
  /** A directive with a syntax error. */
  | { readonly kind: 'broken'; readonly line: number; readonly text: string }
  | DirectiveItem;

/** A directive. `line`, from 1, is its first line at the time of the dump. A new directive has no `text`. */
export type DirectiveItem = Partial<Fields> & {
  readonly kind: 'directive';
  readonly line?: number | undefined;
  readonly text?: string | undefined;
};

/** Returns the document of a file. Reports syntax errors; their directives become broken items, with unchanged text. */
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

/** Applies `change` to all texts of an item, for example to change their encoding. */
export function mapTexts(item: Item, change: (text: string) => string): Item {
  if (item.kind !== 'directive') return { ...item, text: change(item.text) };
  const { text, name, arguments: list, targets, replaced, operator, actions } = item;
  return {
    ...item,
    ...(text !== undefined && { text: change(text) }),
    ...(name !== undefined && { name: change(name) }),
    ...(list !== undefined && { arguments: list.map(change) }),
    ...(targets !== undefined && { targets: targets.map(change) }),
    ...(replaced !== undefined && { replaced: replaced.map(change) }),
    ...(operator !== undefined && { operator: change(operator) }),
    ...(actions !== undefined && {
      actions: actions.map((action) => ({
        name: change(action.name),
        ...(action.argument !== undefined && { argument: change(action.argument) }),
      })),
    }),
  };
}
