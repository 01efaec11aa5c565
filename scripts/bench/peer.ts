/** Figures of another firewall on the same request mixes, to compare with. */
import { readFileSync } from 'node:fs';

export type Peer = {
  readonly name: string;
  /** Where the figures are from. */
  readonly source: string;
  /** Of one transaction, by mix. */
  readonly microseconds: Readonly<Record<string, number>>;
};

/** Coraza v3 with the OWASP CRS 4.28 at paranoia level 1, in process, one core, without its prefilter. */
const published: Peer = {
  name: 'Coraza',
  source: 'measured on another day (docs/benchmarks.md)',
  microseconds: { browse: 2100, form: 8100, json: 51_000, attack: 4600 },
};

/** From the JSON file `path`, as `{ "name": ..., "microseconds": { "browse": ... } }`; throws when it is not that. */
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
