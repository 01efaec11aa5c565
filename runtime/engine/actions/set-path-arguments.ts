/**
 * The parameters that @restpath finds in a path become arguments of the request
 * (docs/spec/seclang-evaluation.md#operators).
 */
import { makeEntry } from '../collections/entry.ts';
import type { PathParameter } from '../operators/restpath.ts';
import type { Tx } from '../transaction/tx.ts';

/** Adds the parameters to ARGS_PATH, and thereby to ARGS and ARGS_NAMES; a name found again gets its new value. */
export function setPathArguments(tx: Tx, parameters: readonly PathParameter[]): void {
  for (const [name, value] of parameters) {
    const entry = makeEntry('ARGS_PATH', name, tx.text(value));
    const known = tx.pathArguments.findIndex(({ key }) => key === name);
    if (known === -1) tx.pathArguments.push(entry);
    else tx.pathArguments[known] = entry;
  }
  tx.forgetSelections();
}
