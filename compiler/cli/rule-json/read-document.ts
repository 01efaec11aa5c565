/** The output of `dump`, possibly edited -> rule files. */
import { itemsOf, member, parseJson, textOf } from '#compiler/json.ts';
import {
  type DirectiveItem,
  type FileDocument,
  type Item,
  mapTexts,
  SCHEMA_VERSION,
} from './document.ts';
import { editDirective } from './edit-directive.ts';
import type { ActionField } from './fields.ts';

export type LoadedFile = { readonly path: string; readonly text: string };

export type Loaded =
  | { readonly kind: 'Ok'; readonly files: readonly LoadedFile[] }
  | { readonly kind: 'Error'; readonly message: string };

/** Returns the files as byte strings, or an error message. `json` is a text of characters. */
export function readDocument(json: string): Loaded {
  const document = parseJson(json);
  if (member(document, 'schemaVersion') !== SCHEMA_VERSION) {
    return wrong(`This is not output of portcullis dump (schemaVersion ${SCHEMA_VERSION}).`);
  }
  const files: LoadedFile[] = [];
  for (const value of itemsOf(member(document, 'files'))) {
    const file = readFile(value);
    if (file === undefined) return wrong('A file has no path, or items of an unknown kind.');
    const written = writeFile(file);
    if (typeof written !== 'string') return wrong(written.message);
    files.push({ path: file.path, text: written });
  }
  return { kind: 'Ok', files };
}

function wrong(message: string): Loaded {
  return { kind: 'Error', message };
}

/** Returns the bytes of the file, or an error message. */
function writeFile({ path, encoding, items }: FileDocument): string | { readonly message: string } {
  const toBytes = (text: string): string =>
    encoding === 'utf-8' ? Buffer.from(text, 'utf8').toString('latin1') : text;
  let out = '';
  for (const [index, each] of items.entries()) {
    const item = mapTexts(each, toBytes);
    if (item.kind !== 'directive') {
      out += item.text;
      continue;
    }
    const edited = editDirective(item);
    if (edited.kind === 'Error') {
      const name = [item.name ?? 'directive', item.line].filter((part) => part !== undefined);
      return { message: `${path}: ${name.join(' of line ')}: ${edited.message}.` };
    }
    const next = items[index + 1]?.text ?? '';
    const needsEnd = item.text === undefined && !/^\r?\n/.test(next);
    out += edited.text + (needsEnd ? '\n' : '');
  }
  return out;
}

function readFile(value: unknown): FileDocument | undefined {
  const path = textOf(member(value, 'path'));
  const encoding = member(value, 'encoding') === 'latin1' ? 'latin1' : 'utf-8';
  const items = itemsOf(member(value, 'items')).map(readItem);
  const known = items.filter((item) => item !== undefined);
  return path === undefined || known.length < items.length
    ? undefined
    : { path, encoding, items: known };
}

function readItem(value: unknown): Item | undefined {
  const kind = member(value, 'kind');
  const text = textOf(member(value, 'text'));
  const line = Number(member(value, 'line') ?? 0);
  if (kind === 'comment' || kind === 'blank')
    return text === undefined ? undefined : { kind, text };
  if (kind === 'broken') return text === undefined ? undefined : { kind, line, text };
  if (kind !== 'directive') return undefined;
  const name = textOf(member(value, 'name'));
  const operator = textOf(member(value, 'operator'));
  const actions = member(value, 'actions');
  return {
    kind,
    ...(text !== undefined && { text, line }),
    ...(name !== undefined && { name }),
    ...(operator !== undefined && { operator }),
    ...listsIn(value),
    ...(actions !== undefined && { actions: itemsOf(actions).map(readAction) }),
  };
}

type Lists = Pick<DirectiveItem, 'targets' | 'replaced' | 'arguments'>;

function listsIn(value: unknown): Lists {
  const names = ['targets', 'replaced', 'arguments'] as const;
  const found = names.map((name) => [name, textsIn(value, name)] as const);
  return Object.fromEntries(found.filter(([, list]) => list !== undefined));
}

function textsIn(value: unknown, name: string): readonly string[] | undefined {
  const list = member(value, name);
  return list === undefined ? undefined : itemsOf(list).map((each) => textOf(each) ?? '');
}

function readAction(value: unknown): ActionField {
  const argument = textOf(member(value, 'argument'));
  const name = textOf(member(value, 'name')) ?? '';
  return argument === undefined ? { name } : { name, argument };
}
