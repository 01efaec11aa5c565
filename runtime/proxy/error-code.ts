/** Reads the codes of Node's errors. */

/** Returns the code, such as `ECONNRESET`; "" when there is none. */
export function errorCode(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}
