/**
 * Collects garbage by the bytes of large bodies that have passed. Buffers and texts of their size lie outside
 * of V8's heap, and V8 lets up to 64 MB of either wait: twelve bodies of 12 MB at once took 144 MB instead of 79.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes between two collections: a collection takes some 20 ms, an inspection of as much at least 100. */
const STEP = 8_388_608;

export type Reclaimer = {
  /** Before these bytes of a body are written to disk: their buffers are young. */
  readonly writing: (bytes: number) => void;
  /** Before a body of this size is inspected: what the one before it left is not. */
  readonly inspecting: (bytes: number) => void;
};

export function createReclaimer(): Reclaimer {
  const collect = findCollector();
  return {
    writing: everyStep(() => collect({ type: 'minor' })),
    inspecting: everyStep(() => collect()),
  };
}

/** Everything, or what is young. */
type Collect = (options?: { readonly type: 'minor' }) => void;

/** V8 shows its collector to contexts that are made while the flag is set. */
function findCollector(): Collect {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  return typeof collect === 'function' ? (...options) => collect(...options) : () => {};
}

function everyStep(collect: () => void): (bytes: number) => void {
  let passed = 0;
  return (bytes) => {
    passed += bytes;
    if (passed < STEP) return;
    passed = 0;
    collect();
  };
}
