/** Makes V8 optimize code earlier than usual. */
import { setFlagsFromString } from 'node:v8';

type Flags = { readonly usual: string; readonly early: string };

/**
 * When V8 considers to optimize a function. V8 11 (Node 20) counts the bytes of bytecode that it has run; `usual` is
 * the default. Later releases count its calls, 3,000 by default.
 */
export const OPTIMIZATION: Flags = process.versions.v8.startsWith('11.')
  ? { usual: '--interrupt-budget=67584', early: '--interrupt-budget=2000' }
  : { usual: '--invocation-count-for-turbofan=300', early: '--invocation-count-for-turbofan=30' };

/** Sets when functions are optimized, for the whole process. */
export function optimizeEarly(isEarly: boolean): void {
  setFlagsFromString(isEarly ? OPTIMIZATION.early : OPTIMIZATION.usual);
}
