/** Reports rules whose exclusions leave no target, so that they can never match. */
import type * as ast from '../1-parse/ast.ts';
import { Diagnostics } from '../diagnostics.ts';
import type { Span } from '../source.ts';
import * as problem from './problems.ts';
import { resolveTargets } from './resolve-targets.ts';
import type { Marker, Rule, Target } from './ruleset.ts';
import { selects } from './selects.ts';
import { updateSelections } from './update-selections.ts';

/** Reports one finding for each empty list, and one for each update, even when it empties several rules. */
export function checkTargets(
  entries: readonly (Rule | Marker)[],
  directives: readonly ast.Directive[],
  diagnostics: Diagnostics,
): void {
  const updates = directives.filter((each) => each.kind === 'SecRuleUpdateTarget');
  const emptied = new Map<ast.SecRuleUpdateTarget, number[]>();
  const rules = entries.filter((entry) => entry.kind === 'Rule');
  for (const [rule, written] of rules.flatMap(emptyLists)) {
    const own = ownTargets(written);
    if (own === undefined) continue;
    const update = own.length === 0 ? undefined : lastExclusion(updates, rule);
    if (update === undefined) diagnostics.report(problem.noTargets(), listSpan(written.targets));
    else emptied.set(update, [...(emptied.get(update) ?? []), rule.id]);
  }
  for (const [{ targets }, [first = 0, ...others]] of emptied) {
    diagnostics.report(problem.emptiedRules(first, others.length), listSpan(targets));
  }
}

function emptyLists(rule: Rule): readonly (readonly [Rule, ast.SecRule])[] {
  return rule.links.flatMap(({ test, written }): (readonly [Rule, ast.SecRule])[] =>
    test?.targets.length === 0 && written.kind === 'SecRule' ? [[rule, written]] : [],
  );
}

/** Returns the targets that the list itself leaves, or undefined when it has errors, which are already reported. */
function ownTargets({ targets }: ast.SecRule): readonly Target[] | undefined {
  const found = new Diagnostics();
  const resolved = resolveTargets(targets, found);
  return found.hasErrors ? undefined : resolved;
}

function lastExclusion(
  updates: readonly ast.SecRuleUpdateTarget[],
  rule: Rule,
): ast.SecRuleUpdateTarget | undefined {
  return updates.findLast(({ by, values, targets, replaced }) => {
    if (replaced === undefined && !targets.some(({ mode }) => mode === 'exclude')) return false;
    const selections = updateSelections(by, values, new Diagnostics());
    return selections.some(({ rules }) => selects(rules, rule));
  });
}

function listSpan(targets: readonly ast.Target[]): Span {
  const spans = targets.map(({ span }) => span);
  const [first] = spans;
  const last = spans.at(-1);
  if (first === undefined || last === undefined) throw new Error('Compiler bug: an empty list');
  return { ...first, end: last.end };
}
