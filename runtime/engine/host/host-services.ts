/** What rules need and the engine cannot know: it does no I/O and lives as long as its module. */
import type { ByteString } from '../bytes/byte-string.ts';
import type { CollectionStore } from '../collections/persistent/collection-source.ts';
import type { StartExclusions } from './rule-exclusions.ts';

/** Members of GEO that country and city databases can fill (manual: GEO). */
export type GeoField =
  | 'country_code'
  | 'country_name'
  | 'country_continent'
  | 'region'
  | 'city'
  | 'postal_code'
  | 'latitude'
  | 'longitude';

/** What a database has of an address; fields without a value are left out. */
export type GeoLocation = readonly (readonly [name: GeoField, value: ByteString])[];

/** The location of an address, as it stands in REMOTE_ADDR; undefined: unknown. Never throws. */
export type FindLocation = (address: ByteString) => GeoLocation | undefined;

/** All of one process; they outlive the modules that a reload replaces. */
export type HostServices = {
  /** Undefined: there is no database, and @geoLookup matches nothing. */
  readonly findLocation: FindLocation | undefined;
  /** Undefined: the module keeps collections of its own. */
  readonly collections: CollectionStore | undefined;
  /** Bytes that the rules of one transaction may read, each time they read them. */
  readonly stepLimit: number;
  /** What the host excludes from the rules, as the module has prepared it. Undefined: nothing. */
  readonly exclusions?: StartExclusions | undefined;
  /** Bytes, in place of SecRequestBodyLimit. Undefined: that of the profile. */
  readonly requestBodyLimit?: number | undefined;
  /** Called when large texts have been let go. Undefined: memory is nobody's concern. */
  readonly collect?: (() => void) | undefined;
  /** Traced modules trace all that rules do, whatever the debug log level and however much it is. */
  readonly traceAll?: true;
};

/**
 * Rules of PL1 read 20 to 80 bytes for each of a body of 12.5 MB, those of PL4 up to 150: enough for all of them, at
 * some 2 ns each.
 */
export const STEP_LIMIT = 2_000_000_000;

export const noServices: HostServices = {
  findLocation: undefined,
  collections: undefined,
  stepLimit: STEP_LIMIT,
};
