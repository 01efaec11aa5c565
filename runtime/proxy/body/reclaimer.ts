/**
 * Collects garbage by the bytes of large bodies that have passed. V8 lets their buffers and texts wait until there are
 * some 64 MB of either: twelve bodies of 12 MB at once took 264 MB instead of 85.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes between two collections: a collection takes some 20 ms, an inspection of as much at least 100. */
const STEP = 8_388_608;

export type Reclaimer = {
  /** For bytes of a body on their way to the disk or from there to the backend: their buffers are young. */
  readonly moving: (bytes: number) => void;
  /** Before so much of a body is read back: what the inspection before has left is not young. */
  readonly reading: (bytes: number) => void;
  /** Before so much of a body is inspected: it was read in pieces. */
  readonly inspecting: (bytes: number) => void;
};

export function createReclaimer(): Reclaimer {
  return {
    moving: everyStep(() => collectGarbage({ type: 'minor' })),
    reading: everyStep(collectGarbage),
    inspecting: everyStep(collectGarbage),
  };
}

/** Everything, or what is young. */
type Collect = (options?: { readonly type: 'minor' }) => void;

let collector: Collect | undefined;

/** Frees what nothing refers to, at once. */
export const collectGarbage: Collect = (...options) => {
  collector ??= findCollector();
  collector(...options);
};

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
