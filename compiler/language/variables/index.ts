/** All variables, one record for each name. */
import { ofArguments } from './arguments.ts';
import { ofBody } from './body.ts';
import { collections } from './collections.ts';
import type { VariableRecord } from './record.ts';
import { ofRequest } from './request.ts';
import { ofResponse } from './response.ts';
import { ofTransaction } from './transaction.ts';

export type { VariableFunction, VariableRecord } from './record.ts';
export { refusedVariables } from './unsupported.ts';

/** By name in upper case. */
export const variables: ReadonlyMap<string, VariableRecord> = new Map(
  Object.entries({
    ...ofArguments,
    ...ofBody,
    ...collections,
    ...ofRequest,
    ...ofResponse,
    ...ofTransaction,
  }).toSorted(([left], [right]) => (left < right ? -1 : 1)),
);
