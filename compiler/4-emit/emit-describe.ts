/** Emits the statement that records the texts of msg and logdata with a match. */
import { literalText } from '../2-resolve/macro-text.ts';
import type { Link } from '../3-specialize/program.ts';
import { type Code, ts } from './code.ts';
import type { Shared } from './constant-pool.ts';

type Texts = Pick<Link, 'message' | 'logdata'>;

/** Emits it for each match. A rule matches many values, and logs show few of them: logdata with variables is a function. */
export function emitDescribe(
  { message, logdata }: Texts,
  { macro, logdata: emitLogdata }: Shared,
): readonly Code[] {
  if (message === undefined && logdata === undefined) return [];
  const isLiteral = literalText(logdata ?? []) !== undefined;
  const data = emitLogdata(logdata ?? []);
  return [ts`tx.describe(${macro(message ?? [])}, ${isLiteral ? data : ts`() => ${data}`});`];
}

/** Emits it for the end of a chain or SecAction. */
export function emitDescribeChain(
  { message, logdata }: Texts,
  { macro, logdata: emitLogdata }: Shared,
): readonly Code[] {
  if (message === undefined && logdata === undefined) return [];
  return [ts`tx.describeChain(${macro(message ?? [])}, ${emitLogdata(logdata ?? [])});`];
}
