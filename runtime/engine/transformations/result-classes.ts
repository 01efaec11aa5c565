/**
 * The byte classes that the result of a transformation may have, known from those of the value: a long result is read only
 * until all of them have been found.
 */
import { byteClassesOf } from '../bytes/byte-classes.ts';
import type { ByteString } from '../bytes/byte-string.ts';
import { lowercase } from './case.ts';
import { cmdLine } from './cmd-line.ts';
import { removeCommentsChar, replaceComments } from './comments.ts';
import { cssDecode } from './css-decode.ts';
import { takeNotes } from './decoded-classes.ts';
import { escapeSeqDecode } from './escape-seq-decode.ts';
import { htmlEntityDecode } from './html-entity-decode.ts';
import { jsDecode } from './js-decode.ts';
import { normalizePath, normalizePathWin } from './normalize-path.ts';
import { removeNulls, replaceNulls } from './nulls.ts';
import type { Transformation } from './transformation.ts';
import { urlDecode } from './url-decode.ts';
import { urlDecodeUni } from './url-decode-uni.ts';
import { utf8toUnicode } from './utf8-to-unicode.ts';
import { compressWhitespace, removeWhitespace } from './whitespace.ts';

/** Masks of byte classes: those of which no byte stays, and those that may be added, beside the noted ones of a decoder. */
type Change = { readonly removed: number; readonly added: number; readonly decodes: boolean };

const changes: ReadonlyMap<Transformation, Change> = new Map([
  [lowercase, change('A', 'a')],
  [cmdLine, change('A",;\n', 'a ')],
  [removeCommentsChar, change('', '')],
  [replaceComments, change('', ' ')],
  [normalizePath, change('', '')],
  [normalizePathWin, change('', '/')],
  [removeNulls, change('\0', '')],
  [replaceNulls, change('\0', ' ')],
  [removeWhitespace, change('\t\n ', '')],
  [compressWhitespace, change('\t\n', ' ')],
  [utf8toUnicode, change('', '%a')],
  [cssDecode, decoding('', '')],
  [escapeSeqDecode, decoding('', '')],
  [htmlEntityDecode, decoding('', '')],
  [jsDecode, decoding('', '')],
  [urlDecode, decoding('+', ' ')],
  [urlDecodeUni, decoding('+', ' ')],
]);

/** Each byte stands for its class. */
function change(removed: ByteString, added: ByteString, decodes = false): Change {
  return { removed: byteClassesOf(removed), added: byteClassesOf(added), decodes };
}

function decoding(removed: ByteString, added: ByteString): Change {
  return change(removed, added, true);
}

/**
 * Returns a superset of the classes of the result that the transformation has returned last. `byteClasses`: those of its
 * value.
 */
export function resultClasses(
  transformation: Transformation,
  byteClasses: number,
): number | undefined {
  const noted = takeNotes();
  const known = changes.get(transformation);
  if (known === undefined) return undefined;
  const { removed, added, decodes } = known;
  return (byteClasses & ~removed) | added | (decodes ? noted : 0);
}
