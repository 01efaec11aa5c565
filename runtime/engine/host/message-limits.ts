/** Limits of the messages that logs show of a transaction. */

/** Messages in an audit record; without it, rules times arguments is unbounded. */
export const MOST_AUDIT_MESSAGES = 256;
/** Limit of further matches on a line of the error log. Coraza lists all: 1000 arguments produce a line of a megabyte. */
export const MOST_FURTHER_MATCHES = 32;

/** Whether a log may have room for a value: there are `before` messages in the audit record, and the rule has matched `values`. */
export function mayBeShown(before: number, values: number): boolean {
  return before < MOST_AUDIT_MESSAGES || values <= 1 + MOST_FURTHER_MATCHES;
}
