/** Figures of another firewall for the same request mixes, for comparison. */
import { execSync } from 'node:child_process';
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
  return parsePeer(readFileSync(path, 'utf8'), path);
}

/** Returns what a command of the shell prints, in the form of such a file. Throws when it fails or prints something else. */
export function runPeer(command: string): Peer {
  return parsePeer(execSync(command, { encoding: 'utf8' }), command);
}

/** Returns the better figure for each mix, because other load on the machine varies. Both are figures of one peer. */
export function fasterPeer(one: Peer, other: Peer): Peer {
  const microseconds = Object.entries(one.microseconds).map(
    ([mix, time]) => [mix, Math.min(time, other.microseconds[mix] ?? time)] as const,
  );
  return { ...one, microseconds: Object.fromEntries(microseconds) };
}

/** `origin`: named in the error. */
function parsePeer(text: string, origin: string): Peer {
  const parsed: unknown = JSON.parse(text);
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
  throw new Error(`${origin} must hold a name and microseconds by mix`);
}
