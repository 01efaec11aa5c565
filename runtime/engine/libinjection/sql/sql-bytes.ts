/** The bytes at which SQL scanners stop or continue (docs/spec/libinjection.md#first-byte). */
import { byteSet } from '../byte-set.ts';

export const blanks = byteSet('\0\t\n\v\f\r \xa0');
export const wordStops = byteSet('\0\t\n\v\f\r \xa0[]{}<>:\\?=@!#~+-*/&|^%(),\';"');
export const variableStops = byteSet('\0\t\n\v\f\r <>:\\?=@!#~+-*/&|^%(),\';"`');

export const decimalDigits = byteSet('0123456789');

// NUL is a member because the reference searches these sets as NUL-terminated C strings.
export const binaryDigits = byteSet('\x0001');
export const hexDigits = byteSet('\x000123456789ABCDEFabcdef');
export const moneyDigits = byteSet('\x000123456789.,');
export const letters = byteSet('\0ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');
