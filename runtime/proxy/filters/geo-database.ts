/** The country database: an address in, a country out. */
import { readFileSync } from 'node:fs';
import { type CountryResponse, Reader } from 'maxmind';

export type GeoDatabase = {
  /** For the start-up line: type and build date. */
  readonly description: string;
  /** ISO code of the country of a folded address; undefined when there is none. Never throws. */
  readonly countryOf: (address: string) => string | undefined;
};

/**
 * Loads a database into memory, so that replacing the file does not disturb it.
 * Throws when the file is missing or is no MMDB file.
 */
export function loadGeoDatabase(path: string): GeoDatabase {
  const reader = new Reader<CountryResponse>(readFileSync(path));
  const { databaseType, buildEpoch } = reader.metadata;
  const built = Number.isNaN(buildEpoch.getTime()) ? 'unknown' : buildEpoch.toISOString();
  reader.get('192.0.2.1');
  return {
    description: `${databaseType}, built ${built.slice(0, 10)}`,
    countryOf: (address) => {
      try {
        const record = reader.get(address);
        return isoCode(record?.country) ?? isoCode(record?.registered_country);
      } catch {
        // A damaged part of the tree: the same as an address the database does not know.
        return undefined;
      }
    },
  };
}

/** Looked at as unknown: what a database really holds is up to whoever made it. */
function isoCode(place: unknown): string | undefined {
  if (typeof place !== 'object' || place === null || !('iso_code' in place)) return undefined;
  return typeof place.iso_code === 'string' ? place.iso_code : undefined;
}
