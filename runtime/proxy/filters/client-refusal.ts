/** The decision of the limits on clients about a request, as processes send it: 0 lets it pass, more is a wait. */

/** The store that replicas share is away, and SHARED_ON_ERROR is `closed`. */
export const UNDECIDED = -1;
/** The address is banned. */
export const BANNED = -2;
