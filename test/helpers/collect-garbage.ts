/** Collects garbage at once, so that a test can look at what is left. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
export const collectGarbage: (options?: { readonly type: 'minor' }) => void = runInNewContext('gc');
