/** Reads records of MMDB country and city databases, whose schema may be invalid. */
import type { ByteString } from '#engine/bytes/byte-string.ts';
import type { GeoField, GeoLocation } from '#engine/host/host-services.ts';
import { member } from '../json-member.ts';

/** Paths of GEO's other members in a record. `country` may come from `registered_country`. */
const PATHS: readonly (readonly [field: GeoField, path: readonly string[]])[] = [
  ['country_name', ['country', 'names', 'en']],
  ['country_name', ['country_name']],
  ['country_continent', ['continent', 'code']],
  ['country_continent', ['continent_code']],
  ['region', ['subdivisions', '0', 'iso_code']],
  ['city', ['city', 'names', 'en']],
  ['postal_code', ['postal', 'code']],
  ['latitude', ['location', 'latitude']],
  ['longitude', ['location', 'longitude']],
];

/**
 * Paths of the country code: those of MaxMind, DB-IP and IP2Location; of IPinfo and IPLocate; of older files of
 * IPinfo.
 */
const CODE_PATHS: readonly (readonly string[])[] = [
  ['country', 'iso_code'],
  ['country_code'],
  ['country'],
];

/** Returns the ISO 3166-1 code of the country, in upper case; undefined when there is none. */
export function countryIn(record: unknown): string | undefined {
  const whole = withCountry(record);
  for (const path of CODE_PATHS) {
    const code = at(whole, path);
    if (typeof code === 'string' && /^[A-Za-z]{2}$/.test(code)) return code.toUpperCase();
  }
  return undefined;
}

/** Returns the members of GEO; undefined when the database does not contain the address. */
export function locationIn(record: unknown): GeoLocation | undefined {
  if (record === undefined || record === null) return undefined;
  const whole = withCountry(record);
  const code = countryIn(record);
  const others = PATHS.flatMap(([field, path]) => {
    const value = at(whole, path);
    const isKnown = typeof value === 'string' || typeof value === 'number';
    return isKnown ? [[field, bytesOf(String(value))] as const] : [];
  });
  return code === undefined ? others : [['country_code', code], ...others];
}

/** Gives addresses without a country (satellite, anycast) the country in which they are registered. */
function withCountry(record: unknown): unknown {
  const country = member(record, 'country') ?? member(record, 'registered_country');
  const base = typeof record === 'object' ? record : {};
  return { ...base, country };
}

function at(record: unknown, path: readonly string[]): unknown {
  return path.reduce(member, record);
}

function bytesOf(text: string): ByteString {
  return Buffer.from(text, 'utf8').toString('latin1');
}
