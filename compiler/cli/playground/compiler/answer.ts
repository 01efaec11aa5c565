/** Answers the queries of the page about the compiled rules. */
import { silent } from '#compiler/4-emit/emit-trace.ts';
import { moduleContents } from '#compiler/4-emit/module-contents.ts';
import { printModules } from '#compiler/4-emit/print-module.ts';
import type { RuleFiles } from '#compiler/rule-files.ts';
import { textOfBytes } from '#compiler/utf8.ts';
import { type CompiledProfile, explainRule } from '../../commands/explain/explain-rule.ts';
import { formatExplanation } from '../../commands/explain/format-explanation.ts';
import type { PhasePlan } from '../../inspection/trace-plan.ts';
import type { Query, RuleCost } from '../protocol.ts';
import { ruleCosts } from './rule-costs.ts';

export type Answer =
  /** undefined: there is no rule at the line. */
  | { readonly kind: 'Rule'; readonly text: string | undefined }
  | { readonly kind: 'Costs'; readonly rules: readonly RuleCost[] }
  | { readonly kind: 'Module'; readonly text: string };

export function answer(
  query: Query,
  compiled: CompiledProfile,
  plan: readonly PhasePlan[],
  files: RuleFiles,
): Answer {
  const { program } = compiled.compilation;
  switch (query.kind) {
    case 'Rule': {
      const { path: file, line } = query;
      const [rule] = explainRule({ kind: 'Line', file, line }, [compiled], files);
      return { kind: 'Rule', text: rule && textOfBytes(formatExplanation(rule)) };
    }
    case 'Costs':
      return { kind: 'Costs', rules: program === undefined ? [] : ruleCosts(program, plan) };
    case 'Module': {
      const contents = program === undefined ? [] : moduleContents(program, silent);
      const wanted = contents.filter(({ path }) => path === query.path);
      return { kind: 'Module', text: printModules(wanted)[0]?.text ?? '' };
    }
  }
}
