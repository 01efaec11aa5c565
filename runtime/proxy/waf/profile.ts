/** A profile: its name, compiled rule module and host services. */
import type { HostServices } from '#engine/host/host-services.ts';
import type { RuleExclusion } from '#engine/host/rule-exclusions.ts';
import type { TransferableWaf } from '#engine/transaction/transfer.ts';
import type { RecordService } from '../collections/record-service.ts';
import type { ModuleSource } from './load-module.ts';

/**
 * The name of a bundled profile, or the path of a module that POLICIES names. WEB hosts use pl1 and API hosts pl2
 * (docs/spec/service.md#profiles).
 */
export type ProfileName = string;

export type Profile = {
  readonly name: ProfileName;
  readonly waf: TransferableWaf;
  /** Where another thread loads `waf` from. */
  readonly source: ModuleSource;
  readonly services: HostServices;
  /** Persistent collections that this process shares with others; undefined when those of `services` are used. */
  readonly records: RecordService | undefined;
  /** The name of the policy of POLICIES that uses this profile; undefined when there is none. */
  readonly policy?: string | undefined;
  /**
   * What `services.exclusions` was prepared from, for threads that prepare it again; undefined when there are no
   * exclusions.
   */
  readonly exclusions?: readonly RuleExclusion[] | undefined;
};

/** Functions that load the modules bundled with the program. A process or thread loads only those that it needs. */
export type BundledProfiles = Readonly<
  Record<'pl1' | 'pl2', LoadBundled> & Record<ProfileName, LoadBundled | undefined>
>;

export type LoadBundled = () => Promise<TransferableWaf>;

/**
 * Returns the function that loads a profile. Names come from a file, so properties of Object.prototype do not
 * count.
 */
export function bundledProfile(
  bundled: BundledProfiles,
  name: ProfileName,
): LoadBundled | undefined {
  return Object.hasOwn(bundled, name) ? bundled[name] : undefined;
}
