import type { ByteString } from '../bytes/byte-string.ts';
import type { InternedValue } from '../collections/entry.ts';
import type { CollectionSource } from '../collections/persistent/collection-source.ts';
import type { RegisterNames } from '../collections/tx-variables.ts';
import type { RequestHead, Settings } from '../host/compiled-waf.ts';
import type { HostServices } from '../host/host-services.ts';
import type { RequestVariables } from './request-variables.ts';
import type { TxControls } from './tx-controls.ts';

/** Everything that a transaction starts with. */
export type TxStart = {
  readonly id: string;
  readonly request: RequestHead;
  readonly settings: Settings;
  readonly controls: TxControls;
  readonly variables: RequestVariables;
  readonly services: HostServices;
  readonly persistent: CollectionSource;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly texts: Map<ByteString, InternedValue>;
  /** Texts of header names that all transactions of the module share. */
  readonly headerNames: ReadonlyMap<ByteString, InternedValue>;
  readonly registerNames: RegisterNames;
};
