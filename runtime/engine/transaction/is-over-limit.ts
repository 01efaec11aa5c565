/** Body limits in DetectionOnly: in On hosts refuse longer bodies before the rules of their phase. */
import type { ByteString } from '../bytes/byte-string.ts';
import type { Tx } from './tx.ts';

/** Returns whether `body` is the part up to SecRequestBodyLimit of a body that would be refused. */
export function isRequestOverLimit(
  { controls, settings }: Tx,
  body: ByteString,
  truncated: boolean,
): boolean {
  const mayRefuse = controls.requestBodyAccess && settings.requestBodyLimitAction === 'Reject';
  return truncated && mayRefuse && body.length >= controls.requestBodyLimit;
}

/** Returns whether `body` is the part up to SecResponseBodyLimit of a body that would be refused. */
export function isResponseOverLimit(
  { controls, settings }: Tx,
  body: ByteString,
  truncated: boolean,
): boolean {
  const mayRefuse = settings.responseBodyLimitAction === 'Reject';
  return truncated && mayRefuse && body.length >= controls.responseBodyLimit;
}
