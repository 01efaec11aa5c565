/**
 * Caches the addresses of backends' names. Lookups are repeated when the TTL expires, before a connection needs
 * them.
 */
import { lookup as lookupBySystem } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { setTimeout as later } from 'node:timers/promises';
import { errorCode } from '../error-code.ts';
import { messageOf } from '../message-of.ts';

export type ResolvedAddress = { readonly address: string; readonly family: 4 | 6 };

export type Answer = {
  /** Not empty. */
  readonly addresses: readonly ResolvedAddress[];
  /** Milliseconds for which the response is valid. */
  readonly ttl: number;
};

/** Looks up all addresses of a name. Rejects when there are none. */
export type LookUp = (host: string) => Promise<Answer>;

export type HostAddresses = {
  /** The lookup function for connections; it rotates the addresses of a name. */
  readonly lookup: LookupFunction;
  /** Returns false when the name no longer has this address. */
  readonly isCurrent: (host: string, address: string) => boolean;
  /** Removes this name and ends its lookups, until a connection needs it again. */
  readonly forget: (host: string) => void;
  /** Ends all lookups. */
  readonly stop: () => void;
};

/** Lower limit of the TTL in milliseconds; records with a shorter TTL would cause too many queries. */
const MIN_TTL = 1000;
const QUERY_MS = 2000;
const QUERY_TRIES = 2;
/** Codes with which a server says that a name has no such addresses. */
const NO_ADDRESS = new Set(['ENODATA', 'ENOTFOUND']);

type Entry = { addresses: readonly ResolvedAddress[]; next: number; isFailing: boolean };

/** `maxTtl`: milliseconds. `warn` gets one line when lookups of a name begin to fail. */
export function createHostAddresses(
  lookUp: LookUp,
  maxTtl: number,
  warn: (line: string) => void,
): HostAddresses {
  const entries = new Map<string, Promise<Entry>>();
  const known = new Map<string, Entry>();
  const stopped = new AbortController();
  const timeOf = (ttl: number): number => Math.min(Math.max(ttl, MIN_TTL), maxTtl);

  const keepCurrent = async (host: string, entry: Entry, firstTtl: number): Promise<void> => {
    let ttl = firstTtl;
    for (;;) {
      await later(timeOf(ttl), undefined, { ref: false, signal: stopped.signal });
      if (known.get(host) !== entry) return;
      try {
        const answer = await lookUp(host);
        entry.addresses = answer.addresses;
        entry.isFailing = false;
        ttl = answer.ttl;
      } catch (error) {
        if (!entry.isFailing && !stopped.signal.aborted) {
          const cached = entry.addresses.map(({ address }) => address).join(' ');
          warn(`BACKENDS: lookup of ${host} failed (${messageOf(error)}); still using ${cached}`);
        }
        entry.isFailing = true;
        ttl = 0;
      }
    }
  };
  const begin = async (host: string): Promise<Entry> => {
    const { addresses, ttl } = await lookUp(host);
    const entry: Entry = { addresses, next: 0, isFailing: false };
    // The last backend with this name may have been closed meanwhile.
    if (!entries.has(host)) return entry;
    known.set(host, entry);
    // The promise is rejected when lookups are stopped.
    keepCurrent(host, entry, ttl).catch(() => {});
    return entry;
  };
  const entryOf = (host: string): Promise<Entry> => {
    const entry = entries.get(host) ?? begin(host);
    entries.set(host, entry);
    // After a failed first lookup, the next connection tries again.
    entry.catch(() => entries.delete(host));
    return entry;
  };
  return {
    lookup: (host, { all = false }, done) => {
      entryOf(host).then(
        (entry) => {
          const addresses = rotated(entry);
          const [first] = addresses;
          if (all) done(null, [...addresses]);
          else done(null, first?.address ?? '', first?.family);
        },
        (error: unknown) => done(lookupError(error), []),
      );
    },
    isCurrent: (host, address) =>
      known.get(host)?.addresses.some((each) => each.address === address) ?? true,
    forget: (host) => {
      entries.delete(host);
      known.delete(host);
    },
    stop: () => stopped.abort(),
  };
}

function rotated(entry: Entry): readonly ResolvedAddress[] {
  const { addresses } = entry;
  const start = entry.next % addresses.length;
  entry.next = start + 1;
  return [...addresses.slice(start), ...addresses.slice(0, start)];
}

/**
 * Returns an error with the codes of the system's lookup: `failureOf` would take codes of DNS for failures of a
 * connection.
 */
function lookupError(error: unknown): NodeJS.ErrnoException {
  const code = errorCode(error);
  const isUnknown = NO_ADDRESS.has(code);
  return Object.assign(new Error(messageOf(error)), {
    code: isUnknown ? 'ENOTFOUND' : 'EAI_AGAIN',
  });
}

/**
 * Resolves names as the system does, with its files and services. It reports no TTL, so the response has an infinite
 * one.
 */
export const systemLookUp: LookUp = (host) =>
  new Promise((resolve, reject) => {
    lookupBySystem(host, { all: true }, (error, found) => {
      if (error) reject(error);
      else resolve({ addresses: found.map(ofFamily), ttl: Number.POSITIVE_INFINITY });
    });
  });

function ofFamily({ address, family }: { address: string; family: number }): ResolvedAddress {
  return { address, family: family === 6 ? 6 : 4 };
}

type RecordOf = { readonly address: string; readonly ttl: number };

/**
 * Returns a lookup that queries only these DNS servers, each `host` or `host:port`. When the query for one family of
 * addresses fails, the last addresses of that family stay.
 */
export function lookUpBy(servers: readonly string[]): LookUp {
  const resolver = new Resolver({ timeout: QUERY_MS, tries: QUERY_TRIES });
  resolver.setServers(servers);
  const last = new Map<string, readonly ResolvedAddress[]>();
  return async (host) => {
    const [four, six] = await Promise.allSettled([
      resolver.resolve4(host, { ttl: true }),
      resolver.resolve6(host, { ttl: true }),
    ]);
    const answers = [four, six].flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
    if (answers.length === 0)
      throw four.status === 'rejected' ? four.reason : new Error('no address');
    const known = last.get(host) ?? [];
    const addresses = [...familyOf(4, four, known), ...familyOf(6, six, known)];
    last.set(host, addresses);
    return { addresses, ttl: Math.min(...answers.map(({ ttl }) => ttl)) * 1000 };
  };
}

function familyOf(
  family: 4 | 6,
  outcome: PromiseSettledResult<readonly RecordOf[]>,
  known: readonly ResolvedAddress[],
): readonly ResolvedAddress[] {
  if (outcome.status === 'fulfilled')
    return outcome.value.map(({ address }) => ({ address, family }));
  const isNone = NO_ADDRESS.has(errorCode(outcome.reason));
  return isNone ? [] : known.filter((each) => each.family === family);
}
