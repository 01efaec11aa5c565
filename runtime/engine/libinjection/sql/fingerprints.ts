/** The fingerprints that mean SQL injection, read from their table. */
import { table } from './fingerprint-table.ts';

/** In upper case, the form in which fingerprints are compared (docs/spec/libinjection.md#verdict). */
export const fingerprints: ReadonlySet<string> = readTable();

function readTable(): ReadonlySet<string> {
  const found = new Set<string>();
  const none = 'a'.charCodeAt(0);
  let fingerprint = '';
  let start = 0;
  for (let end = 1; end <= table.length; end += 1) {
    // All letters of fingerprints are below those that say how many they share.
    if (end < table.length && table.charCodeAt(end) < none) continue;
    fingerprint =
      fingerprint.slice(0, table.charCodeAt(start) - none) + table.slice(start + 1, end);
    found.add(fingerprint);
    start = end;
  }
  return found;
}
