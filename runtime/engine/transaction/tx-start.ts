import type { CommonTexts } from '../collections/common-texts.ts';
import type { CollectionSource } from '../collections/persistent/collection-source.ts';
import type { RegisterNames } from '../collections/tx-variables.ts';
import type { RequestHead, Settings } from '../host/compiled-waf.ts';
import type { HostServices } from '../host/host-services.ts';
import type { TxControls } from './tx-controls.ts';

/** What a transaction starts with. */
export type TxStart = {
  readonly id: string;
  readonly request: RequestHead;
  readonly controls: TxControls;
  readonly services: HostServices;
  readonly persistent: CollectionSource;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
};

/** What all transactions of a module share. */
export type TxModule = {
  readonly settings: Settings;
  readonly commonTexts: CommonTexts;
  readonly registerNames: RegisterNames;
};
