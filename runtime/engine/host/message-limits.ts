/** How many of a transaction's messages logs show: rules times arguments has no bound of its own. */

/** Messages in an audit record. */
export const MOST_AUDIT_MESSAGES = 256;
/** Values of a rule on its line of the error log, after the first. Coraza lists them all: 1000 arguments make a megabyte. */
export const MOST_FURTHER_MATCHES = 32;

/** Whether a log may have room for a value: there are `before` messages in the audit record, and the rule has matched `values`. */
export function mayBeShown(before: number, values: number): boolean {
  return before < MOST_AUDIT_MESSAGES || values <= 1 + MOST_FURTHER_MATCHES;
}
