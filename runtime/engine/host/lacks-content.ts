/** Statuses without content: a client of HTTP/2 takes such a response for malformed when it announces a length. */

const NO_CONTENT = 204;
const RESET_CONTENT = 205;
const NOT_MODIFIED = 304;

/** Returns true when responses of this status have no content (RFC 9110 sections 15.3.5, 15.3.6 and 15.4.5). */
export function lacksContent(status: number): boolean {
  return status === RESET_CONTENT || lacksLength(status);
}

/** Returns true when a response ends with its head, so that our own announce no length (RFC 9112 section 6.3). */
export function lacksLength(status: number): boolean {
  return status === NO_CONTENT || status === NOT_MODIFIED;
}
