/** The messages between the thread that serves and those that inspect bodies. */
import type { MessagePort } from 'node:worker_threads';
import type { ByteString } from '../../engine/bytes/byte-string.ts';
import type { OpenedCollection } from '../../engine/collections/persistent/collection-source.ts';
import type { OpenCollection } from '../../engine/collections/persistent/copied-collections.ts';
import type { Decoding } from '../../engine/host/compiled-waf.ts';
import type { GeoLocation } from '../../engine/host/host-services.ts';
import type { RuleExclusion } from '../../engine/host/rule-exclusions.ts';
import type { TransactionState } from '../../engine/transaction/transaction-state.ts';
import type { BodySource } from '../body/body-source.ts';
import type { ModuleSource } from '../waf/load-module.ts';
import type { ProfileName } from '../waf/profile.ts';

export type ModuleSources = ReadonlyMap<ProfileName, ModuleSource>;

/** What a thread is started with. */
export type ThreadStart = {
  readonly sources: ModuleSources;
  readonly stepLimit: number;
  /** Where answers come: the thread waits for them. */
  readonly answers: MessagePort;
  /** One number: 1 when there is an answer. */
  readonly answered: Int32Array;
};

export type ToThread = {
  readonly profile: ProfileName;
  /** What transactions of it start with; undefined: nothing. */
  readonly exclusions: readonly RuleExclusion[] | undefined;
  readonly state: TransactionState;
  readonly body: BodySource;
  readonly truncated: boolean;
  readonly decoding: Decoding | undefined;
  /** There is a database for @geoLookup. */
  readonly hasLocations: boolean;
};

export type FromThread =
  /** The rules are loaded: the inspection begins. */
  | { readonly kind: 'Begun' }
  /** The rules cannot be loaded. */
  | { readonly kind: 'Failed'; readonly problem: string }
  /** The body cannot be read. */
  | { readonly kind: 'Unreadable'; readonly problem: string }
  | { readonly kind: 'Query'; readonly query: Query }
  | {
      readonly kind: 'Inspected';
      readonly state: TransactionState;
      /** What the engine has thrown; undefined: nothing. */
      readonly error: string | undefined;
      readonly ms: number;
    };

/** What rules want to know that only the thread that serves knows. */
export type Query =
  | { readonly kind: 'Locate'; readonly address: ByteString }
  | { readonly kind: 'Open'; readonly request: Parameters<OpenCollection> };

export type Answer =
  | { readonly kind: 'Located'; readonly location: GeoLocation | undefined }
  | { readonly kind: 'Opened'; readonly collection: OpenedCollection }
  | { readonly kind: 'Failed'; readonly problem: string };
