/** Selects the profile of an exchange, and the folder that stores bodies that are too large for memory. */
import type { SpoolFolder } from '../body/body-store.ts';
import type { Profile } from '../waf/profile.ts';
import type { Flow } from './flow.ts';

export function profileOf({ rules, exchange }: Flow): Profile {
  return exchange.inspection?.profile ?? (exchange.policy ?? rules.policies.fallback).profile;
}

export function spoolFolder(flow: Flow): SpoolFolder {
  const { spool: budget, bodyMemory: memory, reclaimer } = flow.gateway;
  return { directory: profileOf(flow).waf.settings.dataDir, budget, memory, reclaimer };
}
