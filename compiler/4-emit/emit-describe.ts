/** msg and logdata of a rule -> the statement that gives their texts to what matched. */
import { literalText } from '../2-resolve/macro-text.ts';
import type { Link } from '../3-specialize/program.ts';
import { type Code, ts } from './code.ts';
import type { Shared } from './constant-pool.ts';

type Texts = Pick<Link, 'message' | 'logdata'>;

/** After a match. A rule matches many values, and logs show few of them: a text with variables is a function. */
export function emitDescribe(
  { message, logdata }: Texts,
  { macro, logdata: emitLogdata }: Shared,
): readonly Code[] {
  if (message === undefined && logdata === undefined) return [];
  const isLiteral = literalText(logdata ?? []) !== undefined;
  const data = emitLogdata(logdata ?? []);
  return [ts`tx.describe(${macro(message ?? [])}, ${isLiteral ? data : ts`() => ${data}`});`];
}

/** At the end of a rule. */
export function emitDescribeChain(
  { message, logdata }: Texts,
  { macro, logdata: emitLogdata }: Shared,
): readonly Code[] {
  if (message === undefined && logdata === undefined) return [];
  return [ts`tx.describeChain(${macro(message ?? [])}, ${emitLogdata(logdata ?? [])});`];
}
