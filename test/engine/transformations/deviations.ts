/** Public vectors whose expectation is wrong, each with the reason. */
import type { Vector } from './vectors.ts';

export type Deviation = Omit<Vector, 'output'> & { readonly reason: string };

/** `%u0000` to `%u00ff`. */
const LOW_ESCAPES = Array.from(
  { length: 256 },
  (_, code) => `%u${code.toString(16).padStart(4, '0')}`,
);

export const DEVIATIONS: readonly Deviation[] = [
  {
    name: 'escapeseqdecode',
    input: '\\8\\9\\666\\xag\\xga\\0123',
    reason:
      'An artefact of ModSecurity\'s harness: its sscanf reads the texts "\\xag" and "\\xga", on both sides, as ' +
      'bytes. Taken as text the backslashes would have to stay, against the vector that wants "xx0" for "\\x\\x0".',
  },
  {
    name: 'urldecodeuni',
    input: `+${LOW_ESCAPES.join('')}`,
    reason:
      'The vector is for a server without SecUnicodeMapFile, on which %u00ab is the byte AB. Page 20127, which every ' +
      'recommended configuration loads and which is built in here, makes < of it, as IIS does.',
  },
];
