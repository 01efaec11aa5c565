/** A compiled rule module under the name of its profile. */
import type { CompiledWaf } from '../../engine/compiled-waf.ts';
import type { HostClass } from '../filters/host-class.ts';

export type Profile = {
  readonly name: 'pl1' | 'pl2';
  readonly waf: CompiledWaf;
};

/** WEB hosts get pl1 and API hosts pl2 (decisions.md, Profiles). */
export type Profiles = Readonly<Record<HostClass, Profile>>;
