/** What the code of all rules of a module shares. */
import type { Sharing } from '../3-specialize/program.ts';
import type { Shared } from './constant-pool.ts';
import type { Hooks } from './emit-trace.ts';

export type RuleContext = {
  readonly shared: Shared;
  readonly sharing: Sharing;
  readonly hooks: Hooks;
};
