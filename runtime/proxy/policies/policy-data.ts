/** The types of a policy as POLICIES defines it (docs/policies.md). */
import type { Location } from '../json/json-text.ts';
import type { BackendMap } from '../settings/backend-map.ts';

export type PolicyMode = 'on' | 'detect' | 'off';

export type PolicyMatch = Location & {
  /** A canonical name, `*.example.org`, or `*` for hosts that no other policy or list names. */
  readonly host: string;
  /** A path pattern without a trailing slash; "" matches every path. */
  readonly path: string;
};

/** One policy. For an undefined member the settings apply. */
export type PolicyData = {
  readonly name: string;
  readonly location: Location;
  readonly matches: readonly PolicyMatch[];
  /** The name of a bundled profile, or the path of a compiled module. */
  readonly profile: string;
  readonly profileLocation: Location;
  readonly mode: PolicyMode | undefined;
  readonly methods: readonly string[] | undefined;
  /** Requests per second and client; 0 for no limit. */
  readonly rateLimit: number | undefined;
  readonly rateBurst: number | undefined;
  /** Most bytes of a request body. */
  readonly bodyLimit: number | undefined;
  /** The path of a file, relative to the folder of the file of policies. */
  readonly exclusions: FileName | undefined;
  readonly bans: readonly FileName[];
  /** Undefined means those of BACKENDS. */
  readonly backends: BackendMap | undefined;
};

export type FileName = Location & { readonly value: string };

/** The names of the policies that PROXY_WEB_HOSTS and PROXY_APIS_HOSTS define. */
export const RESERVED_NAMES: readonly string[] = ['web', 'api'];
