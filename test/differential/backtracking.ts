/** V8's RegExp with a time limit: it backtracks, and some expressions never end on some texts. */
import { createContext, Script } from 'node:vm';
import type { ByteString } from '#engine/bytes/byte-string.ts';

export type Found = {
  readonly start: number;
  /** The whole match, then each group; undefined for one that took no part. */
  readonly texts: readonly (string | undefined)[];
};

/** undefined: no match. */
export type Execution = Found | undefined | 'TimedOut';

const LIMIT_MS = 1000;
const script = new Script(`{
  const expression = new RegExp(source);
  for (const value of values) {
    const found = expression.exec(value);
    results.push(found === null ? undefined : { start: found.index, texts: [...found] });
  }
}`);

/** The first match of the expression in each value. */
export function executeAll(source: string, values: readonly ByteString[]): readonly Execution[] {
  const results = execute(source, values);
  if (results !== undefined) return results;
  if (values.length === 1) return ['TimedOut'];
  return values.flatMap((value) => executeAll(source, [value]));
}

/** undefined: it took too long. A text that keeps V8 busy can be stopped, as a loop can. */
function execute(source: string, values: readonly ByteString[]): readonly Execution[] | undefined {
  const results: Execution[] = [];
  try {
    script.runInContext(createContext({ source, values, results }), { timeout: LIMIT_MS });
    return results;
  } catch (error) {
    // Of the context, where Error is another one.
    const code = typeof error === 'object' && error !== null && 'code' in error && error.code;
    if (code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined;
    throw error;
  }
}
