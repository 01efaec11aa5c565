/** The compiled rules that are bundled into dist/proxy.js. */
import type { BundledProfiles } from './waf/profile.ts';

export const bundledProfiles: BundledProfiles = {
  pl1: async () => (await import('../../generated/pl1/index.ts')).waf,
  pl2: async () => (await import('../../generated/pl2/index.ts')).waf,
};
