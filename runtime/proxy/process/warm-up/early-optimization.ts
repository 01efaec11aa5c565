/** Makes V8 optimize code earlier than usual. */
import { setFlagsFromString } from 'node:v8';
import { V8_VERSION } from '../v8-version.ts';

type Flags = { readonly usual: readonly string[]; readonly early: readonly string[] };

const MAGLEV = '--invocation-count-for-maglev';
const TURBOFAN = '--invocation-count-for-turbofan';
/** Calls that V8 waits after the last change of the type feedback. */
const AFTER_CHANGE = '--minimum-invocations-after-ic-update';

/** When V8 optimizes a function; `usual` while clients are served. */
export const OPTIMIZATION = optimizationOf(V8_VERSION);

/** Sets when functions are optimized, for the whole process. */
export function optimizeEarly(isEarly: boolean): void {
  for (const flag of isEarly ? OPTIMIZATION.early : OPTIMIZATION.usual) setFlagsFromString(flag);
}

/** `v8`: its major version. V8 11 (Node 20) counts the bytes of bytecode that it has run, later releases calls. */
function optimizationOf(v8: number): Flags {
  if (v8 < 12) return { usual: ['--interrupt-budget=67584'], early: ['--interrupt-budget=2000'] };
  // Node 22 leaves Maglev off.
  if (v8 < 13) return { usual: [`${TURBOFAN}=300`], early: [`${TURBOFAN}=30`] };
  // Maglev compiles in a tenth of TurboFan's time, so it reaches more functions before the first client. TurboFan
  // follows slowly: after 300 calls it would compile 130 functions during the first 100 requests.
  return {
    usual: [`${MAGLEV}=100`, `${TURBOFAN}=2000`, `${AFTER_CHANGE}=500`],
    early: [`${MAGLEV}=10`, `${TURBOFAN}=10000`, `${AFTER_CHANGE}=30`],
  };
}
