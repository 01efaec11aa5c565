/** Looks up the country and location of addresses in a country or city database. */
import { readFileSync } from 'node:fs';
import { Reader, type Response } from 'maxmind';
import type { FindLocation } from '#engine/host/host-services.ts';
import { foldAddress } from '../http/ip-address.ts';
import { someRecord } from './geo-networks.ts';
import { countryIn, locationIn } from './location-record.ts';

export type GeoDatabase = {
  /** The contents of the file. */
  readonly bytes: Buffer;
  /** Type and build date, for the line at start. */
  readonly description: string;
  /** Returns the ISO country code of a folded address; undefined when it is unknown. Never throws. */
  readonly countryOf: (address: string) => string | undefined;
  /** Returns false when the records have another schema, without countries (networks, hosting, anonymous proxies). */
  readonly namesCountries: () => boolean;
  /** Looks up the operand of @geoLookup, which need not be an address. Never throws. */
  readonly findLocation: FindLocation;
};

/**
 * Loads a database into memory, so that the file can be replaced. Returns `before`, which was loaded earlier, when the
 * file has the same contents. Throws when the file is missing or not an MMDB file.
 */
export function loadGeoDatabase(path: string, before?: GeoDatabase): GeoDatabase {
  const bytes = readFileSync(path);
  if (before?.bytes.equals(bytes)) return before;
  const reader = new Reader<Response>(bytes);
  const { databaseType, buildEpoch } = reader.metadata;
  const built = Number.isNaN(buildEpoch.getTime()) ? 'unknown' : buildEpoch.toISOString();
  reader.get('192.0.2.1');
  const recordOf = (address: string): unknown => {
    try {
      return reader.get(address);
    } catch {
      // A damaged part of the tree counts as an unknown address.
      return undefined;
    }
  };
  return {
    bytes,
    description: `${databaseType}, built ${built.slice(0, 10)}`,
    countryOf: (address) => countryIn(recordOf(address)),
    namesCountries: () => someRecord(reader, (record) => countryIn(record) !== undefined),
    findLocation: (text) => {
      const address = foldAddress(text);
      return address === undefined ? undefined : locationIn(recordOf(address));
    },
  };
}

/** Returns the message to the operator about a database without countries. */
export function noCountries(path: string, { description }: GeoDatabase): string {
  return `GeoIP database ${path} (${description}) contains no country codes: name a country or city database.`;
}
