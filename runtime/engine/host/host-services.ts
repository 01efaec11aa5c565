/** Services that rules need from the host: the engine does no I/O, and its state ends with its module. */
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

/** What a database knows about an address; fields without a value are left out. */
export type GeoLocation = readonly (readonly [name: GeoField, value: ByteString])[];

/** Returns the location of an address written as in REMOTE_ADDR; undefined: unknown. Never throws. */
export type FindLocation = (address: ByteString) => GeoLocation | undefined;

/** Services of one process; they outlive the modules that a reload replaces. */
export type HostServices = {
  /** Undefined: there is no database, and @geoLookup matches nothing. */
  readonly findLocation: FindLocation | undefined;
  /** Undefined: the module has its own collections. */
  readonly collections: CollectionStore | undefined;
  /** Bytes that the rules of one transaction may read in all; a byte that is read twice counts twice. */
  readonly stepLimit: number;
  /** What the host excludes from the rules, as prepared by the module. Undefined: nothing. */
  readonly exclusions?: StartExclusions | undefined;
  /** Bytes; replaces SecRequestBodyLimit. Undefined: the limit of the profile applies. */
  readonly requestBodyLimit?: number | undefined;
  /** Called when texts have been released, with their bytes. Undefined: the host does not collect garbage itself. */
  readonly collect?: ((bytes: number) => void) | undefined;
  /** Traced modules record everything that rules do, at any debug log level and without a limit on events. */
  readonly traceAll?: true;
};

/**
 * Default of `stepLimit`. For each byte of a 12.5 MB body, rules of PL1 read 20 to 80 bytes and those of PL4 up to
 * 150, so this is enough for all of them. A byte takes about 2 ns.
 */
export const STEP_LIMIT = 2_000_000_000;

export const noServices: HostServices = {
  findLocation: undefined,
  collections: undefined,
  stepLimit: STEP_LIMIT,
};
