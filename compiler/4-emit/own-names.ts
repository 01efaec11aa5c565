/** Names that the modules of a profile declare for one another. */
import type { Phase } from '../2-resolve/ruleset.ts';
import { type Code, identifier, referring, ts } from './code.ts';

/** Modules with many declarations, which are imported as a namespace: `data.pattern7`. */
export type OwnModule = 'data' | 'steps' | 'rules' | 'targets' | 'summaries';

const namespaces: Readonly<Record<OwnModule, Code>> = {
  data: namespace('data'),
  steps: namespace('steps'),
  rules: namespace('rules'),
  targets: namespace('targets'),
  summaries: namespace('summaries'),
};

function namespace(name: OwnModule): Code {
  return referring({ from: `./${name}.ts`, kind: 'Namespace', name });
}

/** Returns `own`, a declaration of that module, as other modules refer to it. */
export function member(module: OwnModule, own: Code): Code {
  return ts`${namespaces[module]}.${own}`;
}

/** Returns the RuleInfo constant of a rule. */
export function ruleInfo(id: number): Code {
  return member('rules', identifier('info', id));
}

/** The list of the summaries of all phases. */
export const allSummaries = member('summaries', identifier('summaries'));

export const prefilter = referring({ from: './prefilter.ts', kind: 'Value', name: 'prefilter' });

export function phaseFunction(phase: Phase): Code {
  const name = `phase${phase}`;
  return referring({ from: `./${name}.ts`, kind: 'Value', name });
}
