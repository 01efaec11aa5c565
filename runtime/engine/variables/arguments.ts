/** ARGS, ARGS_GET, ARGS_POST and their names: query string first, then the body (docs/spec/seclang-evaluation.md#variables). */
import { type Entry, makeEntry } from '../collections/entry.ts';
import type { Tx } from '../transaction/tx.ts';
import { fromNames, fromPairs, scalar } from './make-entries.ts';

type Entries = readonly Entry[];

export const args = (tx: Tx): Entries => {
  const entries = fromPairs(tx, 'ARGS', tx.variables.queryArguments, tx.body.pairs);
  if (tx.pathArguments.length === 0) return entries;
  return [...entries, ...tx.pathArguments.map((entry) => ({ ...entry, variable: 'ARGS' }))];
};
export const argsGet = (tx: Tx): Entries => fromPairs(tx, 'ARGS_GET', tx.variables.queryArguments);
export const argsPost = (tx: Tx): Entries => fromPairs(tx, 'ARGS_POST', tx.body.pairs);
export const argsPath = (tx: Tx): Entries => tx.pathArguments;
export const argsNames = (tx: Tx): Entries => {
  const names = fromNames(tx, 'ARGS_NAMES', tx.variables.queryArguments, tx.body.pairs);
  if (tx.pathArguments.length === 0) return names;
  const paths = tx.pathArguments.map(({ key }) => makeEntry('ARGS_NAMES', key, tx.text(key)));
  return [...names, ...paths];
};
export const argsGetNames = (tx: Tx): Entries =>
  fromNames(tx, 'ARGS_GET_NAMES', tx.variables.queryArguments);
export const argsPostNames = (tx: Tx): Entries => fromNames(tx, 'ARGS_POST_NAMES', tx.body.pairs);
export const argsCombinedSize = (tx: Tx): Entries => {
  let size = 0;
  for (const [name, value] of tx.variables.queryArguments) size += name.length + value.length;
  for (const [name, value] of tx.body.pairs) size += name.length + value.length;
  return scalar(tx, 'ARGS_COMBINED_SIZE', String(size));
};
