/** A profile: its name, compiled rule module and host services. */
import type { HostServices } from '../../engine/host/host-services.ts';
import type { TransferableWaf } from '../../engine/transaction/transfer.ts';
import type { RecordService } from '../collections/record-service.ts';

/** WEB hosts get pl1 and API hosts pl2 (docs/spec/service.md#profiles). */
export type ProfileName = 'pl1' | 'pl2';

export type Profile = {
  readonly name: ProfileName;
  readonly waf: TransferableWaf;
  readonly services: HostServices;
  /** Persistent collections that other processes have, too; undefined: those of `services`. */
  readonly records: RecordService | undefined;
};

/** Loads the modules that are bundled with the program: a process or thread has those that it needs. */
export type BundledProfiles = Readonly<Record<ProfileName, () => Promise<TransferableWaf>>>;
