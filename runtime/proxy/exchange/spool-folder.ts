/** Selects the folder that stores bodies that are too large for memory. */
import type { SpoolFolder } from '../body/body-store.ts';
import { type Flow, profileOf } from './flow.ts';

export function spoolFolder(flow: Flow): SpoolFolder {
  const { spool: budget, bodyMemory: memory, reclaimer } = flow.gateway;
  return { directory: profileOf(flow).waf.settings.dataDir, budget, memory, reclaimer };
}
