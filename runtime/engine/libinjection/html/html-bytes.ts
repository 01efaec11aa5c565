/** The bytes at which HTML states stop (docs/spec/libinjection.md#html-states). */
import { byteSet } from '../byte-set.ts';

const blank = '\0\t\n\v\f\r ';

export const blanks = byteSet(blank);
/** NUL is part of a tag name, where browsers skip it. */
export const tagNameStops = byteSet('\t\n\v\f\r />');
export const attributeNameStops = byteSet(`${blank}/=>`);
export const unquotedValueStops = byteSet(`${blank}>`);
export const letters = byteSet('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');
