/**
 * The byte classes that the result of a transformation has or may have, known from those of the value: a long result is read
 * only until all that it may have are found.
 */
import {
  ALL_CLASSES,
  byteClassesOf,
  bytesOfClasses,
  type ClassBounds,
} from '../bytes/byte-classes.ts';
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

/**
 * Masks of byte classes: those of which no byte stays, those that may be added, beside the noted ones of a decoder, and those of
 * which all bytes may be lost, beside the removed ones.
 */
type Change = {
  readonly removed: number;
  readonly added: number;
  readonly lost: number;
  readonly decodes: boolean;
};

/** Each byte stands for its class. */
const letters = 'aA';
const ANYTHING = bytesOfClasses(-1);

const changes: ReadonlyMap<Transformation, Change> = new Map([
  [lowercase, change('A', 'a', '')],
  [cmdLine, change('A",;\n\\', 'a ', ' \t')],
  [removeCommentsChar, change('', '', '/*<!-#')],
  [replaceComments, change('', ' ', ANYTHING)],
  [normalizePath, change('', '', ANYTHING)],
  [normalizePathWin, change('', '/', ANYTHING)],
  [removeNulls, change('\0', '', '')],
  [replaceNulls, change('\0', ' ', '')],
  [removeWhitespace, change('\t\n ', '', '\xa0')],
  [compressWhitespace, change('\t\n', ' ', '\xa0')],
  [utf8toUnicode, change('', '%a', '\x80')],
  [cssDecode, decoding('', `\\ \t\n${letters}`)],
  [escapeSeqDecode, decoding('', `\\${letters}`)],
  [htmlEntityDecode, decoding('', `&#;${letters}`)],
  [jsDecode, decoding('', `\\${letters}`)],
  [urlDecode, decoding('+', `%${letters}`)],
  [urlDecodeUni, decoding('+', `%${letters}`)],
]);

function change(removed: ByteString, added: ByteString, lost: ByteString): Change {
  return {
    removed: byteClassesOf(removed),
    added: byteClassesOf(added),
    lost: byteClassesOf(lost),
    decodes: false,
  };
}

/** A `+` becomes a blank, if it is removed. */
function decoding(removed: ByteString, lost: ByteString): Change {
  return { ...change(removed, removed === '+' ? ' ' : '', lost), decodes: true };
}

/** Returns the classes of the result that the transformation has returned last. `byteClasses`: those of its value. */
export function resultClasses(
  transformation: Transformation,
  byteClasses: number,
): ClassBounds | undefined {
  const noted = takeNotes();
  const known = changes.get(transformation);
  if (known === undefined) return undefined;
  const { removed, added, lost, decodes } = known;
  const decoded = decodes ? noted : NOTHING_NOTED;
  const remaining = byteClasses & ~removed;
  return {
    possible: remaining | added | (decoded ?? ALL_CLASSES),
    certain: (remaining & ~lost) | (decoded ?? 0),
  };
}

const NOTHING_NOTED = 0;
