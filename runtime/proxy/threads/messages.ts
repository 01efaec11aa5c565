/** The messages between the serving thread and threads that inspect bodies. */
import type { MessagePort } from 'node:worker_threads';
import type { ByteString } from '#engine/bytes/byte-string.ts';
import type { OpenedCollection } from '#engine/collections/persistent/collection-source.ts';
import type { OpenCollection } from '#engine/collections/persistent/copied-collections.ts';
import type { Decoding } from '#engine/host/compiled-waf.ts';
import type { GeoLocation } from '#engine/host/host-services.ts';
import type { RuleExclusion } from '#engine/host/rule-exclusions.ts';
import type { TransactionState } from '#engine/transaction/transaction-state.ts';
import type { BodySource } from '../body/body-source.ts';
import type { ModuleSource } from '../waf/load-module.ts';
import type { ProfileName } from '../waf/profile.ts';

export type ModuleSources = ReadonlyMap<ProfileName, ModuleSource>;

/** The data with which a thread is started. */
export type ThreadStart = {
  readonly sources: ModuleSources;
  readonly stepLimit: number;
  /** The port for replies, on which the thread waits synchronously. */
  readonly answers: MessagePort;
  /** One element: 1 when a reply has been sent. */
  readonly answered: Int32Array;
};

export type ToThread = {
  readonly profile: ProfileName;
  /** The exclusions with which its transactions start; undefined when there are none. */
  readonly exclusions: readonly RuleExclusion[] | undefined;
  readonly state: TransactionState;
  readonly body: BodySource;
  readonly truncated: boolean;
  readonly decoding: Decoding | undefined;
  /** True when there is a database for @geoLookup. */
  readonly hasLocations: boolean;
};

export type FromThread =
  /** The rules are loaded and the inspection begins. */
  | { readonly kind: 'Begun' }
  /** The rules could not be loaded. */
  | { readonly kind: 'Failed'; readonly problem: string }
  /** The body could not be read. */
  | { readonly kind: 'Unreadable'; readonly problem: string }
  | { readonly kind: 'Query'; readonly query: Query }
  | {
      readonly kind: 'Inspected';
      readonly state: TransactionState;
      /** The engine's exception as text; undefined when it threw none. */
      readonly error: string | undefined;
      readonly ms: number;
    };

/** A query of the rules that only the serving thread can answer. */
export type Query =
  | { readonly kind: 'Locate'; readonly address: ByteString }
  | { readonly kind: 'Open'; readonly request: Parameters<OpenCollection> };

export type Answer =
  | { readonly kind: 'Located'; readonly location: GeoLocation | undefined }
  | { readonly kind: 'Opened'; readonly collection: OpenedCollection }
  | { readonly kind: 'Failed'; readonly problem: string };
