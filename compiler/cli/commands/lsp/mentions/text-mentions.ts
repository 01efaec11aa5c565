/** Finds names inside texts: macros, lists of rule ids, lists of files. */
import type { Text } from '#compiler/1-parse/ast.ts';
import { subText } from '#compiler/1-parse/source-offset.ts';
import { keyOf, type Mention, nameOf } from './mention.ts';

/** `%{NAME}` and `%{NAME.key}` (parse-macro.ts defines the allowed bytes). */
const MACRO = /%\{([\w[\]-]+)(?:\.([\w.[\]-]+))?\}/g;
const RULES = /(\d{1,10})(?:-(\d{1,10}))?/g;

export function macrosIn(text: Text): readonly Mention[] {
  return [...text.text.matchAll(MACRO)].flatMap(({ index, 1: name = '', 2: key }) => {
    const start = index + 2;
    const variable = nameOf('variable', subText(text, start, start + name.length));
    if (key === undefined) return [variable];
    const from = start + name.length + 1;
    return [variable, keyOf(name, subText(text, from, from + key.length))];
  });
}

/** Returns ids and ranges in references. */
export function rulesIn(text: Text): readonly Mention[] {
  return [...text.text.matchAll(RULES)].map((found): Mention => {
    const { span } = subText(text, found.index, found.index + found[0].length);
    const from = Number(found[1]);
    return { kind: 'Rules', role: 'reference', from, to: Number(found[2] ?? from), span };
  });
}

/** Returns paths separated by blanks. */
export function filesIn(text: Text): readonly Mention[] {
  return [...text.text.matchAll(/[^ \t]+/g)].map((found): Mention => {
    const { span } = subText(text, found.index, found.index + found[0].length);
    return { kind: 'File', path: found[0], span };
  });
}
