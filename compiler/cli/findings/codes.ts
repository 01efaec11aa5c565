/** All codes that a check can report, with their meaning. docs/codes/ is generated from this table. */
import type { Code } from './codes/code.ts';
import { crsCodes } from './codes/crs-codes.ts';
import { ruleCodes } from './codes/rule-codes.ts';
import { testCodes } from './codes/test-codes.ts';
import { textCodes } from './codes/text-codes.ts';

export type { Code } from './codes/code.ts';

export const codes: ReadonlyMap<string, Code> = new Map([
  ...textCodes,
  ...testCodes,
  ...ruleCodes,
  ...crsCodes,
]);

/** Codes that only a preset enables. */
export const presetCodes: ReadonlySet<string> = new Set(crsCodes.map(([name]) => name));
