/** The TX variables in which operators store captures. */

/** TX.0 is the whole match, TX.1 to TX.9 are its groups. Every capturing match replaces all of them. */
export const CAPTURE_NAMES: readonly string[] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'];

/** Returns whether `name`, the name of a TX variable, is one of CAPTURE_NAMES. */
export function isCaptureName(name: string): boolean {
  return CAPTURE_NAMES.includes(name);
}
