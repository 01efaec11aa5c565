/** How many of a transaction's messages logs show: rules times arguments has no bound of its own. */

import type { ByteString } from '../bytes/byte-string.ts';

/** Messages in an audit record. */
export const MOST_AUDIT_MESSAGES = 256;
/** Values of a rule on its line of the error log, after the first. Coraza lists them all: 1000 arguments make a megabyte. */
export const MOST_FURTHER_MATCHES = 32;

/**
 * Returns the text, '' when it is a function and no log has room for what it returns: the audit record has at least `before`
 * messages already, and the rule has matched `values`.
 */
export function shownText(
  text: ByteString | (() => ByteString),
  before: number,
  values: number,
): ByteString {
  if (typeof text === 'string') return text;
  return before < MOST_AUDIT_MESSAGES || values <= 1 + MOST_FURTHER_MATCHES ? text() : '';
}
