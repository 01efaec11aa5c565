/**
 * The decisions of the limits on clients, as processes exchange them: 0 passes, a positive number is a wait in
 * milliseconds, a negative one is a refusal.
 */

/** The shared store is unavailable, and SHARED_ON_ERROR is `closed`. */
export const UNDECIDED = -1;
/** The address is banned. */
export const BANNED = -2;
