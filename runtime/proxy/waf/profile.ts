/** A profile: its name, compiled rule module and host services. */
import type { HostServices } from '../../engine/host/host-services.ts';
import type { RuleExclusion } from '../../engine/host/rule-exclusions.ts';
import type { TransferableWaf } from '../../engine/transaction/transfer.ts';
import type { RecordService } from '../collections/record-service.ts';

/**
 * Of a bundled profile, or the path of a module that POLICIES names. WEB hosts get pl1 and API hosts pl2
 * (docs/spec/service.md#profiles).
 */
export type ProfileName = string;

export type Profile = {
  readonly name: ProfileName;
  readonly waf: TransferableWaf;
  readonly services: HostServices;
  /** Persistent collections that other processes have, too; undefined: those of `services`. */
  readonly records: RecordService | undefined;
  /** The policy of POLICIES whose requests are inspected; undefined: none. */
  readonly policy?: string | undefined;
  /** What `services.exclusions` was prepared from: another thread prepares it anew. Undefined: nothing. */
  readonly exclusions?: readonly RuleExclusion[] | undefined;
};

/** Loads the modules that are bundled with the program: a process or thread has those that it needs. */
export type BundledProfiles = Readonly<
  Record<'pl1' | 'pl2', LoadBundled> & Record<ProfileName, LoadBundled | undefined>
>;

export type LoadBundled = () => Promise<TransferableWaf>;

/** Names come from a file: those of Object.prototype name no profile. */
export function bundledProfile(
  bundled: BundledProfiles,
  name: ProfileName,
): LoadBundled | undefined {
  return Object.hasOwn(bundled, name) ? bundled[name] : undefined;
}
