/** SecRequestBodyLimit in DetectionOnly: in On hosts refuse longer bodies before phase 2. */
import type { ByteString } from '../bytes/byte-string.ts';
import type { Tx } from './tx.ts';

/** Returns whether `body` is the part up to the limit of a body that would be refused. */
export function isOverLimit(
  { controls, settings }: Tx,
  body: ByteString,
  truncated: boolean,
): boolean {
  const mayRefuse = controls.requestBodyAccess && settings.requestBodyLimitAction === 'Reject';
  return truncated && mayRefuse && body.length >= controls.requestBodyLimit;
}
