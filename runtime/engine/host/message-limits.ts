/** Limits of the messages that logs show of a transaction. */
import type { ByteString } from '../bytes/byte-string.ts';

/** Limit of messages in an audit record: the product of rules and arguments has no other bound. */
export const MOST_AUDIT_MESSAGES = 256;
/** Limit of further matches on a line. Coraza lists all: a request with 1000 arguments produces a line of a megabyte. */
export const MOST_FURTHER_MATCHES = 32;

/**
 * Bytes of the matched value, and of each capture, that a text for the log quotes: more than any log shows of the text.
 * A text that quoted all of a long value would be copied whole before it is shortened.
 */
export const MOST_QUOTED_BYTES = 8192;

/** Bytes of each text of a match that stay in memory once a large body has been released: no log shows more. */
export const MOST_STORED_BYTES = 4096;

/**
 * Returns the text; '' for a function whose result no log has room for, because the audit record has at least `before`
 * messages already and the rule has matched `values` values.
 */
export function shownText(
  text: ByteString | (() => ByteString),
  before: number,
  values: number,
): ByteString {
  if (typeof text === 'string') return text;
  return before < MOST_AUDIT_MESSAGES || values <= 1 + MOST_FURTHER_MATCHES ? text() : '';
}
