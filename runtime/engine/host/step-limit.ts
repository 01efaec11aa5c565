/**
 * What a transaction may cost: every operator, transformation and scan is linear in the bytes it reads, so
 * counting them bounds the time of all rules together.
 */

/** Thrown by Tx.spend, caught where a phase runs; nothing else ever sees it. */
export const stepsUsedUp = new Error('The rules of this transaction have used up its steps');

/** Status of the verdict: the request may be harmless, but nobody knows. */
export const UNDECIDED_STATUS = 503;
