/** The country or city database: an address in, a place out. */
import { readFileSync } from 'node:fs';
import { Reader, type Response } from 'maxmind';
import type { FindLocation } from '../../engine/host/host-services.ts';
import { someRecord } from './geo-networks.ts';
import { foldAddress } from './ip-address.ts';
import { countryIn, locationIn } from './location-record.ts';

export type GeoDatabase = {
  /** For the start-up line: type and build date. */
  readonly description: string;
  /** ISO code of the country of a folded address; undefined when there is none. Never throws. */
  readonly countryOf: (address: string) => string | undefined;
  /** False: its records are of another schema (networks, hosting, anonymous proxies), and no client has a country. */
  readonly namesCountries: () => boolean;
  /** For @geoLookup, whose text may be anything. Never throws. */
  readonly findLocation: FindLocation;
};

/**
 * Loads a database into memory, so that replacing the file does not disturb it.
 * Throws when the file is missing or is no MMDB file.
 */
export function loadGeoDatabase(path: string): GeoDatabase {
  const reader = new Reader<Response>(readFileSync(path));
  const { databaseType, buildEpoch } = reader.metadata;
  const built = Number.isNaN(buildEpoch.getTime()) ? 'unknown' : buildEpoch.toISOString();
  reader.get('192.0.2.1');
  const recordOf = (address: string): unknown => {
    try {
      return reader.get(address);
    } catch {
      // A damaged part of the tree: the same as an address the database does not know.
      return undefined;
    }
  };
  return {
    description: `${databaseType}, built ${built.slice(0, 10)}`,
    countryOf: (address) => countryIn(recordOf(address)),
    namesCountries: () => someRecord(reader, (record) => countryIn(record) !== undefined),
    findLocation: (text) => {
      const address = foldAddress(text);
      return address === undefined ? undefined : locationIn(recordOf(address));
    },
  };
}

/** What to tell the operator of a database that names no countries. */
export function noCountries(path: string, { description }: GeoDatabase): string {
  return `GeoIP database ${path} (${description}) holds no country codes: name a country or city database.`;
}
