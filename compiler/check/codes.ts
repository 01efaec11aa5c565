/** Every code that a check can report and what it means; docs/codes/ is made from this table. */
import type { Code } from './codes/code.ts';
import { ruleCodes } from './codes/rule-codes.ts';
import { testCodes } from './codes/test-codes.ts';
import { textCodes } from './codes/text-codes.ts';

export type { Code } from './codes/code.ts';

export const codes: ReadonlyMap<string, Code> = new Map([...textCodes, ...testCodes, ...ruleCodes]);
