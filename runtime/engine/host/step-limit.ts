/**
 * The step limit of a transaction. Every operator, transformation and scan is linear in the bytes it reads, so
 * counting these bytes bounds the time of all rules together.
 */

/** Thrown by Tx.spend and caught where a phase runs; no other code sees it. */
export const stepsUsedUp = new Error('The rules of this transaction have exceeded its step limit');

/** Status of the verdict at the step limit: the request may be harmless, but the rules did not decide. */
export const UNDECIDED_STATUS = 503;
