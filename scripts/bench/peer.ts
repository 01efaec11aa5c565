/** Figures of another firewall for the same request mixes, for comparison. */
import { readFileSync } from 'node:fs';

export type Peer = {
  readonly name: string;
  /** The origin of the figures. */
  readonly source: string;
  /** Microseconds per transaction, by mix. */
  readonly microseconds: Readonly<Record<string, number>>;
};

/** Coraza v3 with the OWASP CRS 4.28 at paranoia level 1, in process, one core, without its prefilter. */
const published: Peer = {
  name: 'Coraza',
  source: 'measured on another day (docs/benchmarks.md)',
  microseconds: { browse: 2100, form: 8100, json: 51_000, attack: 4600 },
};

/**
 * Reads `{ "name": ..., "microseconds": { "browse": ... } }` from the JSON file `path`. Throws when it has another
 * form.
 */
export function readPeer(path: string | undefined): Peer {
  if (path === undefined || path === '') return published;
  const parsed: unknown = JSON.parse(readFileSync(path, 'utf8'));
  if (
    typeof parsed === 'object' &&
    parsed !== null &&
    'name' in parsed &&
    'microseconds' in parsed
  ) {
    const { name, microseconds } = parsed;
    const entries = Object.entries(microseconds ?? {}).filter(
      (entry): entry is [string, number] => typeof entry[1] === 'number',
    );
    if (typeof name === 'string' && entries.length > 0) {
      return { name, source: 'measured for this run', microseconds: Object.fromEntries(entries) };
    }
  }
  throw new Error(`${path} must hold a name and microseconds by mix`);
}
