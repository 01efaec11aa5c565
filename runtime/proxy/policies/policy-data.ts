/** A policy as POLICIES writes it (docs/policies.md). */
import type { Location } from '../json/json-text.ts';
import type { BackendMap } from '../settings/backend-map.ts';

export type PolicyMode = 'on' | 'detect' | 'off';

export type PolicyMatch = Location & {
  /** Canonical name, `*.example.org`, or `*`: hosts that nothing else names. */
  readonly host: string;
  /** Without a slash at its end; "": every path. */
  readonly path: string;
};

/** What a policy leaves undefined is as the settings say. */
export type PolicyData = {
  readonly name: string;
  readonly location: Location;
  readonly matches: readonly PolicyMatch[];
  /** Of a bundled profile, or the path of a compiled module. */
  readonly profile: string;
  readonly profileLocation: Location;
  readonly mode: PolicyMode | undefined;
  readonly methods: readonly string[] | undefined;
  /** Requests a second and client; 0: no limit. */
  readonly rateLimit: number | undefined;
  readonly rateBurst: number | undefined;
  /** Bytes of a request body. */
  readonly bodyLimit: number | undefined;
  /** Paths of files, from the folder of the file of policies. */
  readonly exclusions: FileName | undefined;
  readonly bans: readonly FileName[];
  /** Undefined: those of BACKENDS. */
  readonly backends: BackendMap | undefined;
};

export type FileName = Location & { readonly value: string };

/** Names of the policies that PROXY_WEB_HOSTS and PROXY_APIS_HOSTS stand for. */
export const RESERVED_NAMES: readonly string[] = ['web', 'api'];
