/** The compiled rules that are built into dist/proxy.js. */
import { waf as pl1 } from '../../generated/pl1/index.ts';
import { waf as pl2 } from '../../generated/pl2/index.ts';
import type { BundledProfiles } from './waf/profile.ts';

export const bundledProfiles: BundledProfiles = { pl1, pl2 };
